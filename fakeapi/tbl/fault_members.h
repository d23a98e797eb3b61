/* SPDX-License-Identifier: Apache-2.0 */
/* FAULT_MEMBERS(id, acts_on, members): what a rule of the kind uses besides `kind`, `match` and
 * `for`. The control API refuses the others. A row for each of tbl/faults.h.
 * acts_on: which members of `match`, and which verbs, can match (control/rule_members.c). */
FAULT_MEMBERS(FAIL, REQUESTS,
	      "times,skip,then,status,reason,message,retryAfter,details,inStream")
FAULT_MEMBERS(CUT, REQUESTS, "times,skip,then,bytes")
FAULT_MEMBERS(RESET, REQUESTS, "times,skip,then,bytes")
FAULT_MEMBERS(HANG, REQUESTS, "times,skip,then")
FAULT_MEMBERS(HOLD_RESPONSE, REQUESTS, "times,skip,then")
FAULT_MEMBERS(DELAY, REQUESTS, "times,skip,then,delay")
FAULT_MEMBERS(SLOW, REQUESTS, "times,skip,then,bytes,delay")
FAULT_MEMBERS(HOLD_EVENTS, WATCHES, "skip,then")
FAULT_MEMBERS(DROP_EVENT, CHANGES, "times,skip,then")
FAULT_MEMBERS(BOOKMARKS, WATCHES, "mode")
FAULT_MEMBERS(WATCH_LIST, WATCHES, "times,skip,then,mode,status")
FAULT_MEMBERS(REPLY, REQUESTS, "times,skip,then,status,headers,body")
FAULT_MEMBERS(HTTP2, REQUESTS, "times,skip,then,mode,code,bytes,streams,delay")
FAULT_MEMBERS(BACKEND, REQUESTS, "times,skip,then,to")
