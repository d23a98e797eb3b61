/* SPDX-License-Identifier: Apache-2.0 */
/* What client-go's reflector does with each kind of answer, in both generations. The comments name
 * the file of client-go that decides. */
#include "tests/kit/testing.h"

#include "tests/kit/reflector_script.h"

#define POD(name, rv)	"{\"metadata\":{\"name\":\"" name "\",\"resourceVersion\":\"" rv "\"}}"
#define META(rest)	"\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{" rest "}}\n"
#define LIST(items, rv) "{\"items\":[" items "]," META("\"resourceVersion\":\"" rv "\"")
#define PAGE(items, rv, token)                                                                     \
	"{\"items\":[" items "]," META("\"resourceVersion\":\"" rv "\",\"continue\":\"" token "\"")
#define STATUS(code, reason)                                                                       \
	"{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":" code         \
	",\"reason\":\"" reason "\"}\n"
#define ERROR(code, reason)                                                                        \
	"bytes {\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\","         \
	"\"status\":\"Failure\",\"code\":" code ",\"reason\":\"" reason "\"}}\n"

#define DIES(how) "end " how "\n" ASK_WATCH("10") " at 1s\n"

/* A list of p1 at RV 10, and the watch from there is open. */
#define AGAIN_AT(time) ASK_WATCH("10") " at " time "\n"
#define TO_WATCH                                                                                   \
	ASK_LIST "\nanswer 200 " LIST(POD("p1", "5"),                                              \
				      "10") "queue replace@10 p1@5\n" ASK_WATCH("10") "\n"
#define WATCHING TO_WATCH "stream\n"
#define RELIST	 "ask resourceVersion=10"

#define HOP(n) "answer 302 location=/" n " x\nask http://server/" n "\n"
#define HOPS_8 HOP("1") HOP("2") HOP("3") HOP("4") HOP("5") HOP("6") HOP("7") HOP("8")

#define X31   "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define X341  X31 X31 X31 X31 X31 X31 X31 X31 X31 X31 X31
#define X1023 X341 X341 X341

static const struct reflector_script scripts[] = {
	{ "list, watch, events", "",
	  WATCHING "event ADDED p2 11\nqueue add p2@11\nrv 11\n"
		   "event MODIFIED p1 12\nqueue update p1@12\nrv 12\n"
		   "event DELETED p2 13\nqueue delete p2@13\nrv 13\n"
		   "event BOOKMARK - 20\nqueue bookmark 20\nrv 20\n" },
	/* reflector.go list: any error is reported, then a backoff, then the same list */
	{ "a list fails with a status", "",
	  ASK_LIST
	  "\nanswer 500 " STATUS("500", "InternalError") "error status 500 InternalError\n" ASK_LIST
	      FIRST "answer 403 " STATUS("403", "Forbidden") "error status 403 Forbidden\n" ASK_LIST
		  SECOND "answer 404 404 page not found\nerror status 404 NotFound\n" ASK_LIST
		      THIRD },
	{ "a list is refused", "", ASK_LIST "\nend refused\nerror refused\n" ASK_LIST FIRST },
	{ "a list is cut in its body", "",
	  ASK_LIST "\nhead 200\nbytes {\"kind\":\nend cut\nerror unexpectedEOF\n" ASK_LIST FIRST
		   "head 200\nbytes {\nend reset\nerror reset\n" ASK_LIST SECOND
		   "head 500\nbytes {\nend cut\nerror unexpectedEOF\n" ASK_LIST THIRD },
	{ "a list that cannot be read", "",
	  ASK_LIST
	  "\nanswer 200 <html>\nerror other\n" ASK_LIST FIRST
	  "answer 200 type=text/html " LIST("", "10") "error other\n" ASK_LIST SECOND
						      "answer 204 \nerror other\n" ASK_LIST THIRD },
	{ "a list as a Table", "",
	  ASK_LIST "\nanswer 200 {\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\"}\n"
		   "error other\n" ASK_LIST FIRST },
	{ "0.32 takes a Table for an empty list", "classic",
	  ASK_LIST "\nanswer 200 {\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\""
		   ":{\"resourceVersion\":\"10\"}}\nqueue replace@10\n" ASK_WATCH("10") "\n" },
	{ "a Status with 200 is an empty list", "",
	  ASK_LIST
	  "\nanswer 200 {\"kind\":\"Status\",\"apiVersion\":\"v1\"}\nqueue replace@\nrv -\n"
	  "ask allowWatchBookmarks=true&timeoutSeconds=*&watch=true\n" },
	{ "status codes up to 206 are fine", "",
	  ASK_LIST "\nanswer 206 " LIST("", "10") "queue replace@10\n" ASK_WATCH("10") "\n" },
	/* rest/with_retry.go: unseen by the reflector */
	{ "the client retries a list with Retry-After", "",
	  ASK_LIST "\nanswer 429 after=3 " STATUS("429", "TooManyRequests") ASK_LIST
	  " at 3s\n"
	  "answer 503 after=1 x\n" ASK_LIST " at 1s\nend eof\n" ASK_LIST " at 1s\n"
	  "end reset\n" ASK_LIST " at 1s\nanswer 429 after=0 x\n" ASK_LIST "\n"
	  "answer 200 " LIST("", "10") "queue replace@10\n" ASK_WATCH("10") "\n" },
	{ "of an answer to be repeated at most 2 KiB are read", "",
	  ASK_LIST "\nhead 503 after=1\nbytes x\nquiet 5s\nend cut\n" ASK_LIST " at 1s\n" },
	{ "one byte less is read to its end", "",
	  ASK_LIST "\nhead 503 after=1\nbytes " X1023 X1023
		   "\nbytes x\nquiet 5s\nend cut\n" ASK_LIST " at 1s\n" },
	{ "at 2 KiB the connection is closed, and the wait begins", "",
	  ASK_LIST "\nhead 503 after=1\nbytes " X1023 X1023 "\nbytes x\nquiet 5s\nbytes x\n"
		   "hangup\n" ASK_LIST " at 1s\n" },
	{ "each answer has its own 2 KiB", "",
	  ASK_LIST "\nhead 503 after=1\nbytes " X1023 X1023 "\nend clean\n" ASK_LIST
		   " at 1s\nhead 503 after=1\nbytes xx\nquiet 5s\nend clean\n" ASK_LIST
		   " at 1s\n" },
	{ "nor is more read of what redirects", "",
	  ASK_LIST "\nhead 302 location=/other\nbytes " X1023 X1023 "\nbytes x\nquiet 5s\n"
		   "bytes x\nhangup\nask http://server/other\n" },
	/* rest/with_retry.go maxBodySlurpSize: what is longer is not worth its connection */
	{ "an answer with Retry-After is read to its end", "",
	  ASK_LIST "\nhead 429 after=1\nbytes " X1023 X1023 "x\nquiet 1h\nend clean\n" ASK_LIST
		   " at 1s\n" },
	{ "an answer with Retry-After is read for 2 KiB", "",
	  ASK_LIST "\nhead 503 after=2\nbytes " X1023 X1023 "x\nquiet 1h\nbytes "
		   "x\nhangup\n" ASK_LIST " at 2s\n" },
	{ "a watch request's answer with Retry-After is read for 2 KiB", "",
	  TO_WATCH "head 429 after=2\nbytes " X1023 X1023 "xx\nhangup\n" AGAIN_AT("2s") },
	{ "Retry-After as a date is none", "",
	  ASK_LIST "\nanswer 429 after=Wed " STATUS(
	      "429", "TooManyRequests") "error status 429 TooManyRequests\n" ASK_LIST FIRST },
	/* net/http, Client.do */
	{ "a redirect is resolved against the request", "",
	  ASK_LIST
	  "\nanswer 302 location=/other?limit=7 moved\nask http://server/other?limit=7\n"
	  "answer 307 location=nodes x\nask http://server/nodes\nanswer 308 location=?a=b x\n"
	  "ask http://server/nodes?a=b\nanswer 200 " LIST("", "10") "queue replace@10\n" ASK_WATCH(
	      "10") "\n" },
	{ "what redirects lead to is foreign once another host was among them", "",
	  ASK_LIST "\nanswer 301 location=//other:1/x x\nask http://other:1/x foreign\n"
		   "answer 303 location=http://server/x x\nask http://server/x foreign\n"
		   "end eof\n" ASK_LIST " at 1s\n" },
	{ "the tenth redirect is one too many", "",
	  ASK_LIST "\nanswer 302 location=/1 x\nask http://server/1\nanswer 302 location=/2 x\n"
		   "ask http://server/2\nanswer 302 location=/3 x\nask http://server/3\n"
		   "answer 302 location=/4 x\nask http://server/4\nanswer 302 location=/5 x\n"
		   "ask http://server/5\nanswer 302 location=/6 x\nask http://server/6\n"
		   "answer 302 location=/7 x\nask http://server/7\nanswer 302 location=/8 x\n"
		   "ask http://server/8\nanswer 302 location=/9 x\nask http://server/9\n"
		   "head 302 location=/10\nhangup\nerror other\n" ASK_LIST FIRST },
	{ "each call has ten redirects of its own, and its own home", "",
	  ASK_LIST "\n" HOPS_8 "answer 302 location=//other:1/9 x\nask http://other:1/9 foreign\n"
		   "head 302 location=/10\nhangup\nerror other\n"
		   "why failed to list pods: stopped after 10 redirects\n" ASK_LIST FIRST HOPS_8
		   "answer 302 location=/9 x\nask http://server/9\n"
		   "answer 200 " LIST("", "10") "queue replace@10\n" ASK_WATCH(
		       "10") "\n" HOPS_8
			     "answer 302 location=/9 x\nask http://server/9\nstream\n" },
	{ "and so has each repeat", "",
	  ASK_LIST "\n" HOPS_8 "answer 302 location=//other:1/9 x\nask http://other:1/9 foreign\n"
		   "end eof\n" ASK_LIST " at 1s\n" HOPS_8
		   "answer 302 location=/9 x\nask http://server/9\n"
		   "head 302 location=/10\nhangup\nerror other\n" ASK_LIST FIRST },
	{ "a redirect that leads nowhere is an error", "",
	  ASK_LIST "\nhead 302 location=ftp://server/x\nhangup\nerror other\n" ASK_LIST FIRST
		   "head 302 location=/%zz\nhangup\nerror other\n" },
	{ "a redirect without Location is an answer", "",
	  ASK_LIST "\nanswer 302 x\nerror status 302 \n" },
	{ "a repeat begins at the first URL again", "",
	  ASK_LIST
	  "\nanswer 302 location=/x x\nask http://server/x\nanswer 503 after=1 x\n" ASK_LIST
	  " at 1s\n" },
	{ "a watch is redirected as well", "",
	  TO_WATCH "answer 307 location=/w x\nask http://server/w\nstream\nevent ADDED a 11\n"
		   "queue add a@11\nend clean\n" ASK_WATCH("11") "\n" },
	/* pager.go */
	{ "pages", "",
	  ASK_LIST "\nanswer 200 " PAGE(POD("a", "1"), "10",
					"c1") "ask continue=c1&limit=500\nanswer "
					      "200 " PAGE(POD("b", "2"), "11",
							  "") "queue replace@10 a@1 "
							      "b@2\n" ASK_WATCH("10") "\nstream"
										      "\nend "
										      "clean\n"
										      "ask "
										      "limit="
										      "500&"
										      "resource"
										      "Version="
										      "10 at "
										      "800ms.."
										      "1."
										      "6s\n" },
	{ "Expired on a later page: one full list at the first RV", "",
	  ASK_LIST "\nanswer 200 " PAGE(
	      POD("a", "1"), "10",
	      "c1") "ask "
		    "continue=c1&limit=500\nanswer "
		    "410 "
		    "" STATUS("410", "Expired") "ask resourceVersion=0\nanswer 200 " PAGE(
			POD("b", "2"), "12", "more") "queue replace@12 "
						     "b@2\n" ASK_WATCH("1"
								       "2") "\n" },
	{ "Gone on a later page: all over with RV unset", "",
	  ASK_LIST "\nanswer 200 " PAGE(
	      POD("a", "1"), "10",
	      "c1") "ask continue=c1&limit=500\nanswer "
		    "410 " STATUS("410", "Gone") "ask limit=500\nanswer "
						 "200 " LIST("", "13") "queue "
								       "replace@"
								       "13"
								       "\n"
								       "" ASK_WATCH("13") "\n" },
	{ "the page size can be set", "page=2",
	  "ask limit=2&resourceVersion=0\nanswer 200 " LIST(
	      "", "10") "queue replace@10\n" ASK_WATCH("10") "\nstream\nend clean\nask "
							     "limit=2&resourceVersion=10 at "
							     "800ms..1.6s\n" },
	/* reflector.go list: expired and too large */
	{ "410 on a relist: at once with RV unset, and unset until a list succeeds", "",
	  WATCHING
	  "end clean\n" RELIST FIRST
	  "answer 410 " STATUS("410", "Expired") "ask -\nanswer 500 " STATUS(
	      "500",
	      "InternalError") "error status 500 InternalError\n"
			       "ask limit=500 at 1.6s..3.2s\nanswer 410 "
			       "" STATUS("410", "Gone") "ask limit=500\nanswer 200 " LIST(
				   "", "30") "queue replace@30\n" ASK_WATCH("30") "\n"
										  "stream\nend "
										  "clean\nask "
										  "resourceVersion="
										  "30 at "
										  "3.2s..6.4s\n" },
	{ "410 twice fails the list", "",
	  ASK_LIST "\nanswer 410 " STATUS("410", "Expired") "ask limit=500\nanswer 410 " STATUS(
	      "410", "Expired") "error status 410 Expired\n"
				"ask limit=500" FIRST },
	{ "a plain 504 is an ordinary failure", "",
	  ASK_LIST
	  "\nanswer 504 " STATUS("504", "Timeout") "error status 504 Timeout\n" ASK_LIST FIRST },
	{ "too large: like 410", "",
	  ASK_LIST
	  "\nanswer 504 {\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Timeout\","
	  "\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\"}]}}\n"
	  "ask limit=500\n" },
	{ "the queue refuses a list", "",
	  ASK_LIST "\nfail-queue invalid\nanswer 200 " LIST(
	      "", "10") "queue replace@10\nerror other\nrv -\n" ASK_LIST FIRST },
	/* reflector.go watch: the request fails */
	{ "a watch request with 429 or refused: the watch again", "",
	  TO_WATCH "answer 429 " STATUS("429", "TooManyRequests") ASK_WATCH("10") FIRST
	  "end refused\n" ASK_WATCH("10") SECOND },
	{ "a watch request with Retry-After: by the client", "",
	  TO_WATCH "answer 429 after=2 x\n" AGAIN_AT("2s") "answer 500 after=1 x\n" AGAIN_AT(
	      "1s") "end eof\n" AGAIN_AT("1s") "end timeout\n" AGAIN_AT("1s") },
	{ "a watch request with any other status: reported, then a list", "",
	  TO_WATCH "answer 410 " STATUS("410", "Expired") "error status 410 Expired\n" RELIST
	      FIRST "answer 200 " LIST("", "11") "queue replace@11\n" ASK_WATCH(
		  "11") "\n"
			"answer 202 {}\nerror other\nask resourceVersion=11" SECOND },
	{ "a watch that is no JSON", "",
	  TO_WATCH "head 200 type=text/html\nerror other\n" RELIST FIRST },
	{ "a watch request that dies ten times is an empty watch", "",
	  TO_WATCH DIES("eof") DIES("reset") DIES("eof") DIES("eof") DIES("eof") DIES("cut") DIES(
	      "timeout") DIES("eof") DIES("eof") DIES("eof") "end eof\n" ASK_WATCH("10") "\n" },
	{ "a watch request that breaks in another way is reported", "",
	  TO_WATCH "end other\nerror other\n" RELIST FIRST },
	/* reflector.go watch: the stream ends */
	{ "a stream that brought something or lasted is reopened at once", "",
	  WATCHING "event BOOKMARK - 11\nqueue bookmark 11\nend clean\n" ASK_WATCH(
	      "11") "\nstream\n"
		    "quiet 1s\nend reset\n" ASK_WATCH(
			"11") "\nstream\n"
			      "bytes {\"type\":\nquiet 1s\nend cut\n" ASK_WATCH("11") "\n" },
	{ "a very short watch ends the round", "",
	  WATCHING "quiet 999ms\nend clean\n" RELIST FIRST },
	{ "the second counts from the request", "",
	  TO_WATCH "quiet 1s\nstream\nend clean\n" ASK_WATCH("10") "\n" },
	/* reflector.go watch: ERROR events */
	{ "ERROR 410 ends the round, RV kept", "",
	  WATCHING ERROR("410", "Expired") "hangup\n" RELIST FIRST },
	{ "ERROR 410 without a reason too", "", WATCHING ERROR("410", "") "hangup\n" RELIST FIRST },
	{ "ERROR 429: the watch again", "",
	  WATCHING ERROR("429", "TooManyRequests") "hangup\n" ASK_WATCH("10") FIRST },
	{ "ERROR 500 ends the round", "",
	  WATCHING ERROR("500", "InternalError") "hangup\n" RELIST FIRST },
	{ "ERROR 500 with MaxInternalErrorRetryDuration: the watch at once", "retry=1s",
	  WATCHING ERROR("500", "InternalError") "hangup\n" ASK_WATCH(
	      "10") "\nstream\nquiet "
		    "900ms\n" ERROR(
			"500", "Inte"
			       "rnal"
			       "Erro"
			       "r") "hangup\n" ASK_WATCH("10") "\nstream\nquiet "
							       "200ms\n" ERROR(
								   "5"
								   "0"
								   "0",
								   "I"
								   "n"
								   "t"
								   "e"
								   "r"
								   "n"
								   "a"
								   "l"
								   "E"
								   "r"
								   "r"
								   "o"
								   "r") "hangup\n" RELIST FIRST },
	{ "ERROR 500 StorageReadError ends the round whatever MaxInternalErrorRetryDuration is",
	  "retry=1s", WATCHING ERROR("500", "StorageReadError") "hangup\n" RELIST FIRST },
	{ "another ERROR within MaxInternalErrorRetryDuration ends the round", "retry=1s",
	  WATCHING ERROR("500", "InternalError") "hangup\n" ASK_WATCH(
	      "10") "\nstream\n" ERROR("400", "BadRequest") "hangup\n" RELIST FIRST },
	{ "ERROR with something else than a Status", "",
	  WATCHING "event ERROR p1 11\nhangup\nrv 10\n" RELIST FIRST },
	{ "what follows an ERROR in one chunk is not read", "",
	  WATCHING
	  "bytes {\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\","
	  "\"code\":410}}{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}}\n"
	  "hangup\n" RELIST FIRST },
	/* streamwatcher.go, rest/watch/decoder.go */
	{ "bytes that are not JSON", "", WATCHING "bytes nonsense\nhangup\n" RELIST FIRST },
	{ "a Status as a frame", "",
	  WATCHING "bytes " STATUS("410", "Expired") "hangup\n" RELIST FIRST },
	{ "an unknown type", "", WATCHING "event PATCHED p1 11\nhangup\n" RELIST FIRST },
	{ "an object without a kind", "",
	  WATCHING
	  "bytes {\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\"}}\nhangup\n" RELIST FIRST },
	{ "a number as the last frame", "", WATCHING "bytes 12\nend clean\n" RELIST FIRST },
	{ "a stream that breaks in another way", "", WATCHING "end other\n" RELIST FIRST },
	/* handleAnyWatch: skipped events do not count */
	{ "another kind is skipped if a kind is expected", "kind=Pod",
	  WATCHING "bytes {\"type\":\"ADDED\",\"object\":{\"kind\":\"Node\",\"apiVersion\":\"v1\","
		   "\"metadata\":{\"resourceVersion\":\"11\"}}}\nrv 10\nend clean\n" RELIST FIRST },
	{ "another kind is taken if none is", "",
	  WATCHING "bytes {\"type\":\"ADDED\",\"object\":{\"kind\":\"Node\",\"apiVersion\":\"v1\","
		   "\"metadata\":{\"name\":\"n\",\"resourceVersion\":\"11\"}}}\n"
		   "queue add n@11\nrv 11\n" },
	{ "a Status in an ADDED is skipped", "",
	  WATCHING
	  "bytes {\"type\":\"ADDED\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\"}}"
	  "\nrv 10\nend clean\n" RELIST FIRST },
	{ "a Table is skipped", "",
	  WATCHING "bytes {\"type\":\"ADDED\",\"object\":{\"kind\":\"Table\",\"apiVersion\":"
		   "\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"11\"}}}\nrv 10\n" },
	{ "0.32 takes a Table", "classic",
	  WATCHING "bytes {\"type\":\"ADDED\",\"object\":{\"kind\":\"Table\",\"apiVersion\":"
		   "\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"11\"}}}\n"
		   "queue add @11\nrv 11\n" },
	{ "an event that the transform refuses moves the RV and counts", "",
	  WATCHING
	  "fail-queue invalid\nevent ADDED p2 11\nqueue add p2@11\nrv 11\nend clean\n" ASK_WATCH(
	      "11") "\n" },
	{ "an event that finds no memory ends the round and moves nothing", "",
	  WATCHING
	  "fail-queue nomem\nevent ADDED p2 11\nqueue add p2@11\nhangup\nrv 10\n" RELIST FIRST },
	/* reflector.go watch: propagateRVFromStart */
	{ "from RV 0, ADDED does not move the RV before something else came", "",
	  ASK_LIST "\nanswer 200 " LIST("", "0") "queue replace@0\n" ASK_WATCH(
	      "0") "\nstream\n"
		   "event ADDED p1 7\nqueue add p1@7\nrv 0\n"
		   "event MODIFIED p1 8\nqueue update p1@8\nrv 8\n"
		   "event ADDED p2 6\nqueue add p2@6\nrv 6\n" },
	{ "in 0.32 it does", "classic",
	  ASK_LIST "\nanswer 200 " LIST("", "0") "queue replace@0\n" ASK_WATCH(
	      "0") "\nstream\n"
		   "event ADDED p1 7\nqueue add p1@7\nrv 7\n" },
	/* reflector.go startResync */
	{ "resyncs while watching, from the list on", "resync=10s",
	  WATCHING "quiet 9999ms\nquiet 1ms\nqueue resync\nquiet 9999ms\nend clean\n" ASK_WATCH(
	      "10") "\nstream\nquiet 1ms\nqueue resync\nevent ADDED p2 11\nqueue add "
		    "p2@11\n" ERROR("410", "Expired") "hangup\nask resourceVersion=11" FIRST
						      "quiet 1m\n" },
	{ "a resync goes on while the watch waits", "resync=1s",
	  TO_WATCH "answer 429 after=3 x\nquiet 2500ms\nqueue resync; resync\n" ASK_WATCH(
	      "10") " at 500ms\nqueue resync\n" },
	{ "a resync that finds no memory ends the round", "resync=10s",
	  WATCHING "fail-queue nomem\nquiet 10s\nqueue resync\nhangup\n" RELIST FIRST },
};

static const struct reflector_script watch_list_scripts[] = {
	{ "the stream of the list goes on as the watch", "watchlist",
	  ASK_STREAM
	  "\nstream\nevent ADDED p1 5\nevent ADDED p2 6\nevent MODIFIED p1 7\n"
	  "event DELETED p2 8\nevent ADDED p3 9\nrv -\nmark 10\n"
	  "queue replace@10 p1@7 p3@9\nrv 10\nevent ADDED p4 11\nqueue add p4@11\nrv 11\n"
	  "end clean\n" ASK_WATCH("11") "\nstream\nend clean\n" ASK_STREAM_FROM("11") FIRST },
	{ "a plain bookmark does not end the list", "watchlist",
	  ASK_STREAM "\nstream\nevent BOOKMARK - 8\nquiet 5m\nmark 10\nqueue replace@10\n" },
	{ "ended early with events or after a second: again at once", "watchlist",
	  ASK_STREAM "\nstream\nevent ADDED p1 5\nend clean\n" ASK_STREAM "\nstream\nquiet 1s\n"
		     "end cut\n" ASK_STREAM "\nstream\nmark 10\nqueue replace@10\n" },
	{ "ended at once: a list in the same round", "watchlist",
	  ASK_STREAM "\nstream\nend clean\n" ASK_LIST "\n" },
	{ "rejected: a list in the same round, unreported", "watchlist",
	  ASK_STREAM "\nanswer 422 " STATUS("422", "Invalid") ASK_LIST
	  "\nanswer 200 " LIST("", "10") "queue replace@10\n" ASK_WATCH(
	      "10") "\nstream\nend clean\n" ASK_STREAM_FROM("10") FIRST },
	{ "ERROR 500 and nonsense: a list", "watchlist",
	  ASK_STREAM "\nstream\nevent ADDED p1 5\n" ERROR(
	      "500",
	      "InternalError") "hangup\n" ASK_LIST
			       "\nanswer 500 " STATUS(
				   "500",
				   "InternalError") "error status 500 InternalError\n" ASK_STREAM
				   FIRST "stream\nbytes nonsense\nhangup\n" ASK_LIST "\n" },
	{ "410: at once with RV unset", "watchlist",
	  ASK_STREAM "\nstream\nmark 10\nqueue replace@10\nend clean\n" ASK_STREAM_FROM("10") FIRST
	  "answer 410 " STATUS("410", "Expired") ASK_STREAM
	  "\nstream\n" ERROR("410", "Gone") "hangup\n" ASK_STREAM
					    "\nstream\nmark 20\nqueue replace@20\n"
					    "quiet 1s\nend clean\n" ASK_WATCH("20") "\n" },
	{ "429 and refused: a backoff, then again", "watchlist",
	  ASK_STREAM "\nanswer 429 " STATUS("429", "TooManyRequests") ASK_STREAM FIRST
	  "end refused\n" ASK_STREAM SECOND
	  "stream\nevent ADDED p1 5\n" ERROR("429",
					     "TooManyRequests") "hangup\n" ASK_STREAM THIRD },
	{ "the watch after the mark has a clock of its own", "watchlist",
	  ASK_STREAM "\nstream\nevent ADDED p1 5\nquiet 5s\nmark 10\nqueue replace@10 p1@5\nend "
		     "clean\n" ASK_STREAM_FROM("10") FIRST },
	{ "the RV of ADDED events is not the list's", "watchlist",
	  ASK_STREAM "\nstream\nevent ADDED p1 50\nmark 10\nqueue replace@10 p1@50\nrv 10\n" },
	{ "a queue without memory: the round ends", "watchlist",
	  ASK_STREAM
	  "\nstream\nfail-queue nomem\nmark 10\nqueue replace@10\nhangup\nrv -\n" ASK_STREAM
	      FIRST },
	{ "a queue that refuses: the stream is forgotten, a list", "watchlist",
	  ASK_STREAM "\nstream\nfail-queue invalid\nmark 10\nqueue replace@10\nrv -\n" ASK_LIST
		     "\n" },
	{ "resyncs start at the mark", "watchlist resync=10s",
	  ASK_STREAM "\nstream\nquiet 1m\nmark 10\nqueue replace@10\nquiet 10s\nqueue resync\n" },
	/* 0.32 dynamic/simple.go: List streams first */
	{ "0.32: the fallback list streams first, then is a plain list", "watchlist classic",
	  ASK_STREAM "\nanswer 422 " STATUS("422", "Invalid")
	      ASK_LIST_STREAM("0") "\nanswer 422 " STATUS("422", "Invalid") ASK_LIST
	  "\nanswer 200 " LIST("", "10") "queue replace@10\n" ASK_WATCH(
	      "10") "\nstream\nend clean\n" ASK_STREAM_FROM("10") FIRST
	  "answer 400 x\n" ASK_LIST_STREAM("10") "\nend refused\n"
						 "ask resourceVersion=10\n" },
	{ "0.32: a streaming List ends with its blueprint", "watchlist classic",
	  ASK_STREAM "\nstream\nend clean\n" ASK_LIST_STREAM(
	      "0") "\nstream\nevent ADDED p1 5\n"
		   "event ADDED p2 4\nbytes {\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\","
		   "\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"10\",\"annotations\":"
		   "{\"k8s.io/initial-events-end\":\"true\","
		   "\"kubernetes.io/"
		   "initial-events-list-blueprint\":\"eyJraW5kIjoiUG9kTGlzdCIsImFwaVZlcn"
		   "Npb24iOiJ2MSIsIm1ldGFkYXRhIjp7fSwiaXRlbXMiOltdfQ==\"}}}}\n"
		   "hangup\nqueue replace@10 p1@5 p2@4\n" ASK_WATCH("10") "\n" },
	{ "0.32: a streaming List gives up without a blueprint", "watchlist classic",
	  ASK_STREAM "\nstream\nend clean\n" ASK_LIST_STREAM(
	      "0") "\nstream\nmark 10\nhangup\n" ASK_LIST "\n" },
	{ "0.32: a streaming List must be sorted", "watchlist classic",
	  ASK_STREAM
	  "\nstream\nend clean\n" ASK_LIST_STREAM("0") "\nstream\nevent ADDED p2 5\n"
						       "event ADDED p1 5\nhangup\n" ASK_LIST "\n" },
	{ "0.32: a streaming List takes no MODIFIED and no end", "watchlist classic",
	  ASK_STREAM "\nstream\nend clean\n" ASK_LIST_STREAM(
	      "0") "\nstream\nevent MODIFIED p2 5\n"
		   "hangup\n" ASK_LIST
		   "\nanswer 500 x\nerror status 500 InternalError\n" ASK_STREAM FIRST
		   "answer 400 x\n" ASK_LIST_STREAM("0") "\nstream\nend clean\n" ASK_LIST "\n" },
	{ "0.32: a limit matters but at RV 0", "watchlist classic",
	  ASK_STREAM "\nanswer 400 x\n" ASK_LIST_STREAM(
	      "0") "\nanswer 400 x\n" ASK_LIST
		   "\nanswer 410 " STATUS("410", "Expired") "ask limit=500\nanswer 200 " PAGE(
		       "", "10",
		       "c") "ask continue=c&limit=500\nanswer 410 " STATUS("410",
									   "Expired") "ask "
										      "allowWatchBo"
										      "okmarks="
										      "true&"
										      "resourceVers"
										      "ionMatch="
										      "NotOlderThan"
										      "&"
										      "sendInitialE"
										      "vents=true&"
										      "watch="
										      "true\nanswer"
										      " 400 x\nask "
										      "-\n" },
	{ "0.32: every event sets the list's RV", "watchlist classic",
	  ASK_STREAM "\nstream\nevent ADDED p1 50\nmark 10\nqueue replace@10 p1@50\nrv 10\n" },
};

#define FRAME_WRONG  "why unable to decode an event from the watch stream: "
#define TOO_MANY     "why there are more than 2 objects (max_objects)\n"
#define TOO_LARGE(n) "why an object is longer than " n " bytes (max_object_bytes)\n"
#define LONG_EVENT(type, n)                                                                        \
	"bytes {\"type\":\"" type "\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\","         \
	"\"metadata\":{\"name\":\"p2\",\"resourceVersion\":\"11\"}" n "}}\n"
#define WATCH_10  ASK_WATCH("10") "\n"
#define LISTED_0  "answer 200 " LIST("", "10") "queue replace@10\n" WATCH_10
#define LISTED_1  "answer 200 " LIST(POD("p1", "5"), "10") "queue replace@10 p1@5\n" WATCH_10
#define P1_P2	  POD("p1", "5") "," POD("p2", "6")
#define LISTED_2  "answer 200 " LIST(P1_P2, "10") BOTH
#define LIST_OF_3 "answer 200 " LIST(P1_P2 "," POD("p3", "77"), "10")
#define LONG_P2	  "answer 200 " LIST(POD("p2", "66"), "10")
#define PAGE_OF_1 "answer 200 " PAGE(POD("p1", "5"), "10", "c") "ask continue=c&limit=500\n"
#define PAGE_OF_2 "answer 200 " PAGE(P1_P2, "10", "c") "ask continue=c&limit=500\n"
#define BOTH	  "queue replace@10 p1@5 p2@6\n" WATCH_10
#define LAST_P2	  "answer 200 " LIST(POD("p2", "6"), "10") BOTH

/* The reason of a failure, word for word. */
static const struct reflector_script reason_scripts[] = {
	{ "what a list's answer lacks", "",
	  ASK_LIST
	  "\nanswer 200 <html>\nerror other\n"
	  "why failed to list pods: cannot decode the list: it is not JSON\n" ASK_LIST FIRST
	  "answer 200 type=text/html x\nerror other\n"
	  "why failed to list pods: no decoder is available for text/html\n" ASK_LIST SECOND
	  "answer 204 \nerror other\n"
	  "why failed to list pods: cannot decode the list: it is empty\n" ASK_LIST THIRD },
	{ "how a list's connection ends", "",
	  ASK_LIST "\nend refused\nerror refused\n"
		   "why failed to list pods: connection refused\n" ASK_LIST FIRST
		   "head 200\nbytes {\nend cut\nerror unexpectedEOF\n"
		   "why failed to list pods: unexpected EOF\n" ASK_LIST SECOND
		   "head 500\nbytes {\nend reset\nerror reset\n"
		   "why failed to list pods: connection reset by peer\n" ASK_LIST THIRD },
	{ "a list as a Table", "",
	  ASK_LIST
	  "\nanswer 200 {\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\"}\n"
	  "error other\nwhy failed to list pods: a Table is not supported\n" ASK_LIST FIRST },
	{ "the queue refuses a list", "",
	  ASK_LIST "\nfail-queue invalid\nanswer 200 {\"kind\":\"PodList\"}\nqueue replace@\n"
		   "error other\nwhy unable to sync list result: refused\n" ASK_LIST FIRST },
	{ "a watch that is none", "",
	  TO_WATCH
	  "answer 202 {}\nerror other\nwhy the watch got status 202\n" RELIST FIRST LISTED_0
	  "head 200 type=text/html\nerror other\n"
	  "why no decoder is available for a watch of text/html\n" RELIST SECOND },
	{ "where redirects lead", "",
	  ASK_LIST
	  "\nhead 302 location=ftp://server/x\nhangup\nerror other\n"
	  "why failed to list pods: unsupported protocol scheme \"ftp\"\n" ASK_LIST FIRST },
	{ "bytes that are not JSON", "",
	  WATCHING "bytes nonsense\nhangup\n" FRAME_WRONG "not JSON\n" RELIST FIRST },
	{ "a number that is none in Go", "",
	  WATCHING "bytes {\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
		   "\"spec\":1e400}}\nhangup\n" FRAME_WRONG
		   "a number is beyond float64\n" RELIST FIRST },
	{ "a number as the last frame", "",
	  WATCHING "bytes 1e400\nend clean\n" FRAME_WRONG
		   "a number is beyond float64\n" RELIST FIRST },
	/* The client repeats what died early: a list also where HTTP/2's pings are not answered, a
	 * watch also where time ran out (with_retry.go, request.go). */
	{ "an unanswered list ends", "",
	  ASK_LIST "\nend other\nerror other\n"
		   "why failed to list pods: the connection failed\n" ASK_LIST FIRST
		   "end timeout\nerror other\nwhy failed to list pods: timed out\n" ASK_LIST SECOND
		   "end stream-error\nerror other\n"
		   "why failed to list pods: stream error: received from peer\n" ASK_LIST THIRD
		   "end lost\n" ASK_LIST " at 1s\nend eof\n" ASK_LIST " at 1s\nend reset\n" ASK_LIST
		   " at 1s\nend cut\n" ASK_LIST " at 1s\nend clean\n" ASK_LIST " at 1s\n" },
	{ "an unanswered watch ends", "",
	  TO_WATCH
	  "end other\nerror other\nwhy the connection failed\n" RELIST FIRST LISTED_0
	  "end lost\nerror other\nwhy http2: client connection lost\n" RELIST SECOND LISTED_0
	  "end stream-error\nerror other\nwhy stream error: received from peer\n" RELIST THIRD
	      LISTED_0 "end timeout\n" AGAIN_AT("1s") },
	{ "how a stream breaks", "",
	  WATCHING "end other\n" FRAME_WRONG "the connection failed\n" RELIST FIRST LISTED_0
		   "stream\nend lost\n" FRAME_WRONG
		   "http2: client connection lost\n" RELIST SECOND LISTED_0
		   "stream\nend stream-error\n" FRAME_WRONG
		   "stream error: received from peer\n" RELIST THIRD LISTED_0
		   "stream\nend refused\n" FRAME_WRONG "connection refused\n" },
	{ "how a stream ends without breaking", "",
	  WATCHING "quiet 1s\nend eof\n" WATCH_10 "stream\nquiet 1s\nend cut\n" WATCH_10
		   "stream\nquiet 1s\nend reset\n" WATCH_10
		   "stream\nquiet 1s\nend timeout\n" WATCH_10 },
	{ "a very short watch", "",
	  WATCHING "end clean\nwhy very short watch: it lasted less than a second and brought "
		   "nothing\n" RELIST FIRST },
	{ "a very short list", "watchlist",
	  ASK_STREAM "\nstream\nend clean\nwhy very short watch\n" ASK_LIST "\n" },
	{ "another kind", "kind=Pod",
	  WATCHING
	  "bytes {\"type\":\"ADDED\",\"object\":{\"kind\":\"Node\",\"apiVersion\":\"v1\"}}\n"
	  "why not the expected kind of object\n" },
	{ "another type", "",
	  WATCHING
	  "bytes {\"type\":\"ADDED\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\"}}"
	  "\nwhy not the expected type of object\n" },
	{ "a Table", "",
	  WATCHING "bytes {\"type\":\"ADDED\",\"object\":{\"kind\":\"Table\",\"apiVersion\":"
		   "\"meta.k8s.io/v1\"}}\nwhy a Table is not supported\n" },
	{ "a transform that refuses", "",
	  WATCHING "fail-queue invalid\nevent ADDED p2 11\nqueue add p2@11\nwhy refused\n" },
};

/* What client-go does not have. */
static const struct reflector_script limit_scripts[] = {
	{ "as many as may be, and one more by the watch", "max-objects=2",
	  WATCHING "event ADDED p2 11\nqueue add p2@11\nevent MODIFIED p2 12\nqueue update p2@12\n"
		   "event BOOKMARK - 13\nqueue bookmark 13\n"
		   "event ADDED p3 14\nhangup\n" TOO_MANY "rv 13\nask resourceVersion=13" FIRST },
	{ "who goes makes room", "max-objects=2",
	  WATCHING
	  "event DELETED p1 11\nqueue delete p1@11\nevent DELETED p1 12\nqueue delete p1@12\n"
	  "event ADDED p2 13\nqueue add p2@13\nevent ADDED p3 14\nqueue add p3@14\n"
	  "event DELETED p3 15\nqueue delete p3@15\nevent ADDED p3 16\nqueue add p3@16\n"
	  "event ADDED p4 17\nhangup\n" TOO_MANY "rv 16\nask resourceVersion=16" FIRST },
	{ "a list counts anew", "max-objects=2",
	  WATCHING
	  "event BOOKMARK - 10\nqueue bookmark 10\nevent ADDED p2 10\nqueue add p2@10\n"
	  "quiet 1s\nbytes nonsense\nhangup\n" RELIST FIRST LISTED_1
	  "stream\nevent ADDED p3 13\nqueue add p3@13\nevent ADDED p4 14\nhangup\n" TOO_MANY
	  "ask resourceVersion=13" SECOND },
	{ "as many as may be, and one more in a list", "max-objects=2",
	  ASK_LIST
	  "\n" LIST_OF_3 "hangup\nerror other\n"
	  "why failed to list pods: there are more than 2 objects (max_objects)\n" ASK_LIST FIRST
	      LISTED_2 },
	{ "all pages count together", "max-objects=2",
	  ASK_LIST
	  "\n" PAGE_OF_2 LONG_P2 "hangup\nerror other\n"
	  "why failed to list pods: there are more than 2 objects (max_objects)\n" ASK_LIST FIRST
	      PAGE_OF_1 LAST_P2 },
	{ "a list that streams counts anew each time, and the watch goes on from there",
	  "watchlist max-objects=2",
	  ASK_STREAM
	  "\nstream\nevent ADDED p1 5\nevent ADDED p2 6\nend clean\n" ASK_STREAM
	  "\nstream\nevent ADDED p1 5\nevent ADDED p2 6\nevent DELETED p1 7\nevent ADDED p3 8\n"
	  "mark 10\nqueue replace@10 p2@6 p3@8\nevent MODIFIED p3 11\nqueue update p3@11\n"
	  "event DELETED p2 12\nqueue delete p2@12\nevent ADDED p4 13\nqueue add p4@13\n"
	  "event ADDED p5 14\nhangup\n" TOO_MANY ASK_STREAM_FROM("13") FIRST },
	{ "a streamed list over max-objects is repeated as a list", "watchlist max-objects=2",
	  ASK_STREAM "\nstream\nevent ADDED p1 5\nevent ADDED p2 6\nevent ADDED p3 7\n"
		     "hangup\n" TOO_MANY ASK_LIST "\n" },
	/* The event's object has 80 bytes, the list's item 48. */
	{ "an event's object as long as may be", "max-bytes=80",
	  WATCHING LONG_EVENT("ADDED", "") "queue add p2@11\n" LONG_EVENT(
	      "MODIFIED",
	      "") "queue update p2@11\n" LONG_EVENT("ADDED",
						    " ") "hangup\n" TOO_LARGE("80") "ask "
										    "resourceVersio"
										    "n=11" FIRST },
	{ "one byte more is too long", "max-bytes=79",
	  WATCHING LONG_EVENT("MODIFIED", "") "hangup\n" TOO_LARGE("79") RELIST FIRST },
	{ "released bytes do not count", "max-bytes=79",
	  WATCHING LONG_EVENT("DELETED",
			      "") "queue delete p2@11\n" LONG_EVENT("BOOKMARK",
								    "") "queue bookmark 11\n" },
	{ "what never ends is given up", "max-bytes=79",
	  WATCHING "bytes {\"type\":\"ADDED\",\"object\":{\"a\":\"" X1023 X1023 X1023
		   "\"}}\nhangup\n" TOO_LARGE("79") RELIST FIRST },
	{ "a list's item as long as may be", "max-bytes=48", ASK_LIST "\n" LISTED_1 },
	{ "one byte more is too long in a list", "max-bytes=47",
	  ASK_LIST "\nanswer 200 {\"kind\":\"PodList\",\"items\":[" POD(
	      "p1", "5") "]}\nhangup\nerror other\nwhy failed to list pods: an object is longer "
			 "than 47 bytes "
			 "(max_object_bytes)\n" ASK_LIST FIRST },
	{ "one byte more is too long behind others, and on a later page", "max-bytes=48",
	  ASK_LIST "\n" LIST_OF_3 "hangup\nerror other\n" ASK_LIST FIRST PAGE_OF_1 LONG_P2
		   "hangup\nerror other\n" ASK_LIST SECOND LISTED_1 },
};

#define ANY_WATCH_AT "ask allowWatchBookmarks=true&timeoutSeconds=*&watch=true"
#define WATCH_AT     ASK_WATCH("10")
#define PAGE_C	     PAGE(POD("p1", "5"), "10", "c")
#define HALF                                                                                       \
	"{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{"    \
	"\"name\":\""
#define ANY_WATCH	 "ask allowWatchBookmarks=true&timeoutSeconds=*&watch=true\n"
#define LATE		 "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Timeout\""
#define TOO_NEW		 LATE ",\"details\":"
#define BY_CAUSE	 TOO_NEW "{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\"}]}}\n"
#define BY_TEXT		 TOO_NEW "{}" MSG
#define BY_TEXT_OF_CAUSE TOO_NEW "{\"causes\":[{\"message\":\"Too large resource version\"}]}}\n"
#define NO_DETAILS	 LATE MSG
#define MSG		 ",\"message\":\"Timeout: Too large resource version: 12\",\"code\":504}\n"
#define EXPIRED		 STATUS("410", "Expired")
#define GONE		 STATUS("410", "Gone")
#define BARE		 STATUS("410", "")
#define E_EXPIRED	 ERROR("410", "Expired") "hangup\n"
#define E_GONE		 ERROR("410", "Gone") "hangup\n"
#define E_BARE		 ERROR("410", "") "hangup\n"
#define E_INTERNAL	 ERROR("500", "InternalError") "hangup\n"

/* Without a fix the reflector does what its row in tbl/fixes.h says. */
static const struct reflector_script mistake_scripts[] = {
	{ "relist-rv", "lacks=relist-rv", WATCHING "end clean\n" ASK_LIST FIRST },
	{ "watch-rv", "lacks=watch-rv",
	  ASK_LIST "\nanswer 200 {\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"10\"}}\n"
		   "queue replace@10\n" ANY_WATCH },
	{ "expired-event", "lacks=expired-event",
	  WATCHING E_EXPIRED WATCH_AT FIRST "stream\n" E_GONE WATCH_AT SECOND
					    "stream\n" E_BARE WATCH_AT THIRD },
	{ "the fixes have it", "",
	  WATCHING E_EXPIRED RELIST FIRST LISTED_0 "stream\n" E_GONE RELIST SECOND LISTED_0
						   "stream\n" E_BARE RELIST THIRD },
	{ "expired-status", "lacks=expired-status",
	  TO_WATCH "answer 410 " EXPIRED WATCH_AT FIRST "answer 410 " GONE WATCH_AT SECOND
		   "answer 410 " BARE WATCH_AT THIRD },
	{ "expired-list", "lacks=expired-list",
	  ASK_LIST "\nanswer 410 " EXPIRED "error status 410 Expired\n" ASK_LIST FIRST
		   "answer 410 " GONE "error status 410 Gone\n" ASK_LIST SECOND },
	{ "too-large", "lacks=too-large",
	  ASK_LIST "\nanswer 504 " BY_CAUSE "error status 0 Timeout\n" ASK_LIST FIRST
		   "answer 504 " BY_TEXT "error status 504 Timeout\n" ASK_LIST SECOND },
	{ "too-large-text", "lacks=too-large-text",
	  ASK_LIST "\nanswer 504 " BY_TEXT "error status 504 Timeout\n" ASK_LIST FIRST
		   "answer 504 " BY_CAUSE "ask limit=500\n" },
	/* reflector.go, isTooLargeResourceVersionError() */
	{ "the fix has it by the message", "", ASK_LIST "\nanswer 504 " BY_TEXT "ask limit=500\n" },
	{ "and by a cause's message", "",
	  ASK_LIST "\nanswer 504 " BY_TEXT_OF_CAUSE "ask limit=500\n" },
	{ "but not without details", "",
	  ASK_LIST "\nanswer 504 " NO_DETAILS "error status 504 Timeout\n" ASK_LIST FIRST },
	{ "error-keeps-rv", "lacks=error-keeps-rv",
	  WATCHING E_EXPIRED "rv -\n" ANY_WATCH_AT FIRST },
	{ "error-event", "lacks=error-event",
	  WATCHING ERROR("410", "Expired") "queue update @\nrv -\n" },
	{ "error-relists", "lacks=error-relists", WATCHING E_INTERNAL WATCH_AT FIRST },
	{ "backoff", "lacks=backoff",
	  ASK_LIST "\nend refused\nerror refused\n" ASK_LIST
		   " at 1ms\nend refused\nerror refused\n" ASK_LIST " at 1ms\n" },
	{ "backoff-growth", "lacks=backoff-growth",
	  ASK_LIST "\nend refused\nerror refused\n" ASK_LIST FIRST
		   "end refused\nerror refused\n" ASK_LIST FIRST },
	{ "jitter", "lacks=jitter",
	  ASK_LIST "\nend refused\nerror refused\n" ASK_LIST
		   " at 800ms\nend refused\nerror refused\n" ASK_LIST " at 1600ms\n" },
	{ "watch-429", "lacks=watch-429",
	  TO_WATCH "answer 429 x\nerror status 429 TooManyRequests\n" RELIST FIRST },
	{ "retry-after", "lacks=retry-after",
	  ASK_LIST "\nanswer 429 after=3 x\n" ASK_LIST " at 1ms\nanswer 503 after=0 x\n" ASK_LIST
		   " at 1ms\n" },
	{ "short-watch", "lacks=short-watch", WATCHING "end clean\n" WATCH_10 },
	{ "continue-rv", "lacks=continue-rv",
	  ASK_LIST "\nanswer 200 " PAGE_C "ask continue=c&limit=500&resourceVersion=0\n" },
	{ "continue", "lacks=continue",
	  ASK_LIST "\nanswer 200 " PAGE_C "queue replace@10 p1@5\n" WATCH_10 },
	{ "one-snapshot", "lacks=one-snapshot",
	  ASK_LIST "\n" PAGE_OF_1 "answer 410 " EXPIRED "ask resourceVersion=0\n" LAST_P2 },
	{ "list-retry", "lacks=list-retry", ASK_LIST "\nend refused\nerror refused\nquiet 1h\n" },
	{ "initial-events-end", "watchlist lacks=initial-events-end",
	  ASK_STREAM
	  "\nstream\nevent ADDED p1 5\nevent BOOKMARK - 8\nqueue replace@8 p1@5\nrv 8\n" },
	{ "bookmark-rv", "lacks=bookmark-rv",
	  WATCHING "event BOOKMARK - 20\nrv 10\nevent ADDED p2 21\nqueue add p2@21\nrv 21\n" },
	{ "whole-events", "lacks=whole-events",
	  WATCHING "bytes {\"type\":\"ADDED\",\nbytes \"object\":{}}\nhangup\n" FRAME_WRONG
		   "the event is no JSON object\n" RELIST FIRST },
	{ "whole-characters", "lacks=whole-characters",
	  WATCHING "event ADDED \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80 11\n"
		   "queue add \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80@11\n"
		   "bytes " HALF
		   "\xc3\nbytes \xa4\",\"resourceVersion\":\"12\"}}}\nqueue add ??@12\n"
		   "bytes " HALF "a\xe2\x82\nbytes \xac\",\"resourceVersion\":\"13\"}}}\n"
		   "queue add a???@13\n"
		   "bytes " HALF "\xf0\nbytes \x9f\x98\x80z\",\"resourceVersion\":\"14\"}}}\n"
		   "queue add ????z@14\n" },
	{ "garbled-event", "lacks=garbled-event",
	  WATCHING
	  "bytes nonsense\nevent PATCHED p2 11\nrv 10\nevent ADDED p2 12\nqueue add p2@12\n"
	  "rv 12\n" },
};

static const struct reflector_script stop_scripts[] = {
	{ "while listing", "", ASK_LIST "\nstop\nhangup\nstopped\nquiet 1h\n" },
	{ "while the client repeats a list", "", ASK_LIST "\nend eof\nstop\nstopped\nquiet 1h\n" },
	{ "in a backoff", "", ASK_LIST "\nend refused\nerror refused\nstop\nstopped\nquiet 1h\n" },
	{ "while a watch is requested", "",
	  TO_WATCH "stop\nhangup\nerror other\nstopped\nquiet 1h\n" },
	{ "while the client repeats a watch", "",
	  TO_WATCH "end eof\nstop\nerror other\nstopped\nquiet 1h\n" },
	{ "while watching", "resync=1s", WATCHING "stop\nhangup\nstopped\nquiet 1h\n" },
	{ "in a watch's backoff", "", TO_WATCH "end refused\nstop\nstopped\nquiet 1h\n" },
	{ "while a list streams", "watchlist",
	  ASK_STREAM "\nstream\nevent ADDED p1 5\nstop\nhangup\nstopped\n" },
	{ "while a streaming list is requested", "watchlist",
	  ASK_STREAM "\nstop\nhangup\nstopped\n" },
	{ "a streaming list's backoff cannot be interrupted", "watchlist",
	  ASK_STREAM "\nend refused\nstop\nrunning\nquiet 799ms\nrunning\nquiet 801ms\nstopped\n" },
	/* 0.32 cancels no request: what is unanswered stays open */
	{ "0.32 while listing", "classic",
	  ASK_LIST "\nstop\nstopped\nanswer 200 " PAGE(
	      "", "10",
	      "c") "ask continue=c&limit=500\nanswer 200 " LIST("", "10") "quiet 1h\nrv -\n" },
	{ "0.32 while a watch is requested", "classic",
	  TO_WATCH "stop\nrunning\nquiet 5s\nstream\nhangup\nstopped\n" },
	{ "0.32 while a watch is refused", "classic",
	  TO_WATCH "stop\nanswer 429 x\nstopped\nquiet 1h\n" },
	{ "0.32 while a watch fails", "classic",
	  TO_WATCH
	  "stop\nend eof\n" ASK_WATCH("10") " at 1s\nanswer 500 x\n"
					    "error status 500 InternalError\nstopped\nquiet 1h\n" },
	{ "0.32 while watching", "classic", WATCHING "stop\nhangup\nstopped\n" },
	{ "0.32 while a streaming list is requested", "watchlist classic",
	  ASK_STREAM "\nstop\nrunning\nanswer 400 x\nstopped\n" ASK_LIST_STREAM(
	      "0") "\nanswer 400 x\n" ASK_LIST "\nanswer 500 x\nquiet 1h\n" },
	{ "0.32 in a streaming list's backoff", "watchlist classic",
	  ASK_STREAM "\nstop\nend refused\nrunning\nquiet 1600ms\nstopped\n" },
};

static void run_all(const struct reflector_script *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t lines = reflector_script_run(&s[i], 1, 0);

		assert_true(lines > 1);
		assert_int_equal(reflector_script_run(&s[i], 2, 1), lines);
		for (uint64_t seed = 2; seed < 12; seed++)
			assert_int_equal(reflector_script_run(&s[i], seed, seed * 7919), lines);
	}
}

/* reflector.go NewReflectorWithOptions (its defaults), watchRequest; rest/request.go URL */
static const struct reflector_script request_scripts[] = {
	{ "a group has a path of its own",
	  "group=apps version=v1 resource=deployments path=/apis/apps/v1/deployments",
	  WATCHING "event ADDED p2 11\nqueue add p2@11\nrv 11\n" },
	{ "a namespace is in the path",
	  "namespace=kube-system path=/api/v1/namespaces/kube-system/pods", WATCHING },
	{ "a custom resource's namespace",
	  "group=example.org version=v1beta2 resource=things namespace=n "
	  "path=/apis/example.org/v1beta2/namespaces/n/things",
	  WATCHING },
	{ "selectors go with lists and watches", "labels=a=b,c!=d fields=metadata.name=x",
	  "ask fieldSelector=metadata.name=x&labelSelector=a=b,c!=d&limit=500&resourceVersion=0\n"
	  "answer 200 " LIST("", "10") "queue replace@10\n"
				       "ask allowWatchBookmarks=true&fieldSelector=metadata.name=x&"
				       "labelSelector=a=b,c!=d&resourceVersion=10&timeoutSeconds=*&"
				       "watch=true\n" },
	{ "labels alone", "labels=a",
	  "ask labelSelector=a&limit=500&resourceVersion=0\nend refused\nerror refused\n" },
	{ "fields alone", "fields=a=b",
	  "ask fieldSelector=a=b&limit=500&resourceVersion=0\nend refused\nerror refused\n" },
	{ "selectors go with streamed lists", "watchlist labels=a fields=b=c",
	  "ask allowWatchBookmarks=true&fieldSelector=b=c&labelSelector=a&"
	  "resourceVersionMatch=NotOlderThan&sendInitialEvents=true&timeoutSeconds=*&watch="
	  "true\nend refused\n" },
	{ "a watch lasts from the minimum to twice it", "min-watch=7s timeout=7..14", WATCHING },
	{ "or to the maximum", "min-watch=7s max-watch=9s timeout=7..9", WATCHING },
	{ "a minimum alone of one second", "min-watch=1s timeout=1..2", WATCHING },
	{ "a maximum alone", "max-watch=301s timeout=300..301", WATCHING },
	{ "a maximum below the minimum is the minimum", "min-watch=7s max-watch=3s timeout=7..8",
	  WATCHING },
	{ "and below the default one", "max-watch=3s timeout=300..301", WATCHING },
	{ "both the same", "min-watch=20s max-watch=20s timeout=20..21", WATCHING },
};

static void reflector_lists_and_watches_as_client_go(void **state)
{
	(void)state;
	run_all(scripts, ARRAY_LEN(scripts));
}

static void reflector_requests_its_own_type(void **state)
{
	(void)state;
	run_all(request_scripts, ARRAY_LEN(request_scripts));
}

static void reflector_streams_lists_as_client_go(void **state)
{
	(void)state;
	run_all(watch_list_scripts, ARRAY_LEN(watch_list_scripts));
}

static void reflector_reports_the_reason_of_an_error(void **state)
{
	(void)state;
	run_all(reason_scripts, ARRAY_LEN(reason_scripts));
}

static void reflector_enforces_its_size_limits(void **state)
{
	(void)state;
	run_all(limit_scripts, ARRAY_LEN(limit_scripts));
}

/* The cut of the bytes matters to some of the mistakes. */
static void reflector_makes_each_deliberate_mistake(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(mistake_scripts); i++)
		for (uint64_t seed = 1; seed < 12; seed++)
			assert_true(reflector_script_run(&mistake_scripts[i], seed, 0) > 1);
}

static void reflector_stops_in_every_state(void **state)
{
	(void)state;
	run_all(stop_scripts, ARRAY_LEN(stop_scripts));
}

/* Rows of the table above that do not name a generation hold for both. */
static void test_rows_without_a_generation_pass_for_the_classic_one(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(scripts); i++) {
		struct reflector_script s = scripts[i];
		char config[64];

		if (strstr(s.name, "Table") || strstr(s.name, "from RV 0"))
			continue;
		(void)snprintf(config, sizeof(config), "%s classic", s.config);
		s.config = config;
		assert_true(reflector_script_run(&s, 1, 0) > 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reflector_lists_and_watches_as_client_go),
		cmocka_unit_test(reflector_requests_its_own_type),
		cmocka_unit_test(reflector_streams_lists_as_client_go),
		cmocka_unit_test(reflector_reports_the_reason_of_an_error),
		cmocka_unit_test(reflector_enforces_its_size_limits),
		cmocka_unit_test(reflector_makes_each_deliberate_mistake),
		cmocka_unit_test(reflector_stops_in_every_state),
		cmocka_unit_test(test_rows_without_a_generation_pass_for_the_classic_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
