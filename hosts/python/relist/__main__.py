# SPDX-License-Identifier: Apache-2.0
"""python -m relist: the relist command."""
import sys

from relist_command import main

sys.exit(main())
