#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A program that ends at once, with a colour and two lines on its standard error.
printf '\033[31mred\ntwo\n' >&2
exit 1
