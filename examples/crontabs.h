/* SPDX-License-Identifier: Apache-2.0 */
/* Made by `relist gen informers` from crontab-crd.yaml. See relist/informers.h. */
#pragma once
#include <relist/informers.h>

INF_TYPED_NAMESPACED(stable_v1_crontabs, "stable.example.com", "v1", "crontabs", "CronTab")
