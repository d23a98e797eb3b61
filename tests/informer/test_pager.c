/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "informer/pager.h"

static void page(struct inf__list_decoder *d, const char *rv, const char *token, int items)
{
	AUTO_STRBUF body = STRBUF_INIT;
	struct inf__api_error e;

	strbuf_addf(&body,
		    "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{"
		    "\"resourceVersion\":\"%s\",\"continue\":\"%s\"},\"items\":[",
		    rv, token);
	for (int i = 0; i < items; i++)
		strbuf_addf(&body, "%s{\"metadata\":{\"name\":\"%s%d\"}}", i ? "," : "", rv, i);
	strbuf_addz(&body, "]}");
	inf__list_decoder_reset(d);
	inf__list_decoder_feed(d, body.ptr, body.len);
	assert_true(inf__list_decoder_finish(d, &e));
}

static void assert_asks(const struct inf__pager *p, const char *rv, int64_t limit,
			const char *token)
{
	struct inf__list_options o;

	inf__pager_options(p, &o);
	assert_string_equal(o.resource_version, rv);
	assert_int_equal(o.limit, limit);
	assert_string_equal(o.continue_token, token);
	assert_false(o.watch);
}

static struct inf__api_error status(const char *reason, int code)
{
	struct inf__api_error e;

	inf__api_error_set(&e, INF_WATCH_ERROR_STATUS, "x");
	(void)snprintf(e.reason, sizeof(e.reason), "%s", reason);
	e.code = code;
	return e;
}

struct fixture {
	struct inf__pager p;
	struct inf__list_decoder d;
};

static int setup(void **state)
{
	static struct fixture f;

	inf__pager_init(&f.p);
	inf__list_decoder_init(&f.d);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	inf__pager_fini(&f->p);
	inf__list_decoder_fini(&f->d);
	return inf__object_count() == 0 ? 0 : -1;
}

static void pager_is_done_after_a_page_without_continue(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(inf__pager_begin(&f->p, "0", 500), INF_PAGER_ASK);
	assert_asks(&f->p, "0", 500, "");
	page(&f->d, "10", "", 2);
	assert_int_equal(inf__pager_page(&f->p, &f->d), INF_PAGER_DONE);
	assert_int_equal(f->p.objects.len, 2);
	assert_string_equal(f->p.resource_version.ptr, "10");
	assert_false(f->p.paginated);
}

static void pages_are_joined_under_the_first_resource_version(void **state)
{
	struct fixture *f = *state;

	(void)inf__pager_begin(&f->p, "0", 2);
	page(&f->d, "10", "a", 2);
	assert_int_equal(inf__pager_page(&f->p, &f->d), INF_PAGER_ASK);
	assert_asks(&f->p, "", 2, "a");
	page(&f->d, "11", "b", 2);
	assert_int_equal(inf__pager_page(&f->p, &f->d), INF_PAGER_ASK);
	assert_asks(&f->p, "", 2, "b");
	page(&f->d, "12", "", 1);
	assert_int_equal(inf__pager_page(&f->p, &f->d), INF_PAGER_DONE);
	assert_int_equal(f->p.objects.len, 5);
	assert_string_equal(f->p.resource_version.ptr, "10");
	assert_string_equal(inf_object_key(f->p.objects.items[4]), "120");
	assert_true(f->p.paginated);
}

static void an_expired_page_is_followed_by_one_full_list(void **state)
{
	struct fixture *f = *state;
	struct inf__api_error e = status("Expired", 410);

	(void)inf__pager_begin(&f->p, "7", 2);
	page(&f->d, "10", "a", 2);
	(void)inf__pager_page(&f->p, &f->d);
	assert_int_equal(inf__pager_error(&f->p, &e), INF_PAGER_ASK);
	assert_asks(&f->p, "7", 0, "");
	page(&f->d, "20", "ignored", 3);
	assert_int_equal(inf__pager_page(&f->p, &f->d), INF_PAGER_DONE);
	assert_int_equal(f->p.objects.len, 3);
	assert_string_equal(f->p.resource_version.ptr, "20");
	assert_true(f->p.paginated);
}

static void other_errors_fail_the_whole_list(void **state)
{
	struct fixture *f = *state;
	struct inf__api_error cases[] = { status("Gone", 410), status("", 410),
					  status("InternalError", 500) };

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		(void)inf__pager_begin(&f->p, "7", 2);
		page(&f->d, "10", "a", 2);
		(void)inf__pager_page(&f->p, &f->d);
		assert_int_equal(inf__pager_error(&f->p, &cases[i]), INF_PAGER_FAILED);
	}
}

static void an_expired_first_page_and_an_expired_full_list_fail(void **state)
{
	struct fixture *f = *state;
	struct inf__api_error e = status("Expired", 410);

	(void)inf__pager_begin(&f->p, "7", 2);
	assert_int_equal(inf__pager_error(&f->p, &e), INF_PAGER_FAILED);
	(void)inf__pager_begin(&f->p, "7", 2);
	page(&f->d, "10", "a", 2);
	(void)inf__pager_page(&f->p, &f->d);
	(void)inf__pager_error(&f->p, &e);
	assert_int_equal(inf__pager_error(&f->p, &e), INF_PAGER_FAILED);
}

static void pager_survives_every_failing_allocation(void **state)
{
	struct fixture *f = *state;

	FOR_EACH_FAILING_ALLOC({
		long left = base__alloc_fail_after;

		base__alloc_fail_after = -1;
		page(&f->d, "10", "token", 40);
		base__alloc_fail_after = left;
		inf__pager_fini(&f->p);
		inf__pager_init(&f->p);
		if (inf__pager_begin(&f->p, "7", 500) == INF_PAGER_ASK &&
		    inf__pager_page(&f->p, &f->d) == INF_PAGER_ASK) {
			left = base__alloc_fail_after;
			base__alloc_fail_after = -1;
			page(&f->d, "11", "", 40);
			base__alloc_fail_after = left;
			if (inf__pager_page(&f->p, &f->d) == INF_PAGER_DONE)
				assert_int_equal(f->p.objects.len, 80);
		}
	});
}

static void list_query_is_sorted_and_omits_unset_options(void **state)
{
	static const struct {
		struct inf__list_options o;
		const char *labels, *fields, *want;
	} cases[] = {
		{ { .resource_version = "", .continue_token = "" }, "", "", "" },
		{ { .resource_version = "0", .continue_token = "", .limit = 500 },
		  "a=b",
		  "c=d",
		  "fieldSelector=c=d&labelSelector=a=b&limit=500&resourceVersion=0&" },
		{ { .resource_version = "", .continue_token = "t", .limit = 500 },
		  "",
		  "",
		  "continue=t&limit=500&" },
		{ { .resource_version = "9",
		    .continue_token = "",
		    .watch = true,
		    .allow_bookmarks = true,
		    .timeout_seconds = 301 },
		  "",
		  "",
		  "allowWatchBookmarks=true&resourceVersion=9&timeoutSeconds=301&watch=true&" },
		{ { .resource_version = "",
		    .continue_token = "",
		    .watch = true,
		    .allow_bookmarks = true,
		    .send_initial_events = true },
		  "",
		  "",
		  "allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&"
		  "sendInitialEvents=true&watch=true&" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__query q;
		AUTO_STRBUF got = STRBUF_INIT;

		inf__query_init(&q);
		assert_int_equal(inf__query_set(&q, &cases[i].o, cases[i].labels, cases[i].fields),
				 0);
		for (size_t k = 0; k < q.count; k++)
			strbuf_addf(&got, "%s=%s&", q.params[k].name, q.params[k].value);
		assert_string_equal(got.ptr, cases[i].want);
		inf__query_fini(&q);
	}
}

static void paths_follow_group_and_namespace(void **state)
{
	static const struct {
		const char *group, *version, *ns, *resource, *want;
	} cases[] = {
		{ "", "v1", "", "pods", "/api/v1/pods" },
		{ "", "v1", "default", "pods", "/api/v1/namespaces/default/pods" },
		{ "apps", "v1", "", "deployments", "/apis/apps/v1/deployments" },
		{ "apps", "v1", "a", "deployments", "/apis/apps/v1/namespaces/a/deployments" },
		{ "", "v1", "a/b", "pods", NULL },
		{ "", "v1", "..", "pods", NULL },
		{ "", "v1", "50%", "pods", NULL },
		{ "", "", "", "pods", NULL },
		{ "", "v1", "", "", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF path = STRBUF_INIT;
		struct relist_err err = { 0 };
		int rc = inf__resource_path(&path, cases[i].group, cases[i].version, cases[i].ns,
					    cases[i].resource, &err);

		if (cases[i].want)
			assert_string_equal(path.ptr, cases[i].want);
		assert_int_equal(rc, cases[i].want ? 0 : RELIST_EINVAL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(pager_is_done_after_a_page_without_continue, setup,
						teardown),
		cmocka_unit_test_setup_teardown(pages_are_joined_under_the_first_resource_version,
						setup, teardown),
		cmocka_unit_test_setup_teardown(an_expired_page_is_followed_by_one_full_list, setup,
						teardown),
		cmocka_unit_test_setup_teardown(other_errors_fail_the_whole_list, setup, teardown),
		cmocka_unit_test_setup_teardown(an_expired_first_page_and_an_expired_full_list_fail,
						setup, teardown),
		cmocka_unit_test_setup_teardown(pager_survives_every_failing_allocation, setup,
						teardown),
		cmocka_unit_test(list_query_is_sorted_and_omits_unset_options),
		cmocka_unit_test(paths_follow_group_and_namespace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
