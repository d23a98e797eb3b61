/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/features.h"

#include "base/lock.h"
#include "base/suggest.h"
#include "base/text/ascii.h"
#include "base/text/parse_bool.h"
#include "fakeapi/meta/release.h"

static const struct gate {
	const char *name;
	const char *stages; /* tbl/gates.h */
} gates[FAKEAPI_GATES] = {
	[FAKEAPI_GATE_NONE] = { "", "......." },
#define GATE(name, stages) [FAKEAPI_GATE_##name] = { #name, stages },
#include "fakeapi/tbl/gates.h"
#undef GATE
};

static const struct fakeapi__change_row changes[FAKEAPI_CHANGES] = {
#define CHANGE(name, since, gate, source, what)                                                    \
	[FAKEAPI_CHANGE_##name] = { #name, since, FAKEAPI_GATE_##gate, source, what },
#include "fakeapi/tbl/changes.h"
#undef CHANGE
};

#define GATE(name, stages)                                                                         \
	_Static_assert(sizeof(stages) == FAKEAPI_RELEASES + 1, "a letter for each release");
#include "fakeapi/tbl/gates.h"
#undef GATE

static void set_gate(struct fakeapi__features *f, unsigned gate, bool on)
{
	uint64_t bit = UINT64_C(1) << gate % 64;

	f->gates[gate / 64] = on ? f->gates[gate / 64] | bit : f->gates[gate / 64] & ~bit;
}

static void settle_changes(struct fakeapi__features *f)
{
	f->changes = 0;
	for (unsigned i = 0; i < FAKEAPI_CHANGES; i++)
		if (changes[i].gate ? fakeapi__gate_on(f, changes[i].gate)
				    : f->release >= changes[i].since)
			f->changes |= UINT64_C(1) << i;
}

/* A gate that a release no longer has was locked before: its feature is there for good. */
static bool is_on_at_start(unsigned gate, unsigned release)
{
	char stage = fakeapi__gate_stage(gate, release);

	for (unsigned r = release; stage == '.' && r > FAKEAPI_RELEASE_OLDEST;)
		stage = fakeapi__gate_stage(gate, --r);
	return ascii_is_upper(stage);
}

void fakeapi__features_init(struct fakeapi__features *f, unsigned release)
{
	*f = (struct fakeapi__features) { .release = release };
	for (unsigned i = 0; i < FAKEAPI_GATES; i++)
		set_gate(f, i, is_on_at_start(i, release));
	settle_changes(f);
}

static void make_usual(void *usual)
{
	fakeapi__features_init(usual, FAKEAPI_RELEASE_DEFAULT);
}

const struct fakeapi__features *fakeapi__features_usual(void)
{
	static struct fakeapi__features usual;
	static struct once once;

	lock_once(&once, make_usual, &usual);
	return &usual;
}

/* AllAlpha, AllBeta: sets the gates that are not locked. */
static bool set_all(struct fakeapi__features *f, struct str name, bool on)
{
	char stage = str_eqz(name, "AllAlpha") ? 'a' : str_eqz(name, "AllBeta") ? 'b' : 0;

	for (unsigned i = 0; stage && i < FAKEAPI_GATES; i++)
		if (ascii_lower(fakeapi__gate_stage(i, f->release)) == stage)
			set_gate(f, i, on);
	return stage;
}

static int set_one(struct fakeapi__features *f, struct str name, bool on, const char *option,
		   struct relist_err *err)
{
	const char *known[FAKEAPI_GATES];
	char stage, hint[120];
	size_t n = 0;

	for (unsigned i = 1; i < FAKEAPI_GATES; i++) {
		stage = fakeapi__gate_stage(i, f->release);
		if (stage != '.')
			known[n++] = gates[i].name;
		if (stage == '.' || !str_eqz(name, gates[i].name))
			continue;
		if (ascii_lower(stage) == 'l' && on != (stage == 'L'))
			return relist_err_set(err, RELIST_EINVAL,
					      "%s: cannot set feature gate %s to %s, feature is "
					      "locked to %s",
					      option, gates[i].name, on ? "true" : "false",
					      on ? "false" : "true");
		set_gate(f, i, on);
		return 0;
	}
	/* Removed in 1.33, but still useful to clients of older servers. */
	if (str_eqz(name, "AggregatedDiscoveryEndpoint"))
		return 0;
	suggest_text(name, known, n, sizeof(known[0]), hint, sizeof(hint));
	return relist_err_set(err, RELIST_EINVAL,
			      "%s: unrecognized feature gate: %.*s in Kubernetes 1.%u%s", option,
			      name.len > 60 ? 60 : (int)name.len, name.ptr, f->release, hint);
}

/* kube-apiserver sets AllAlpha and AllBeta first, wherever the list names them. */
int fakeapi__features_set(struct fakeapi__features *f, const char *text, const char *option,
			  struct relist_err *err)
{
	int code = 0;

	for (int pass = 0; pass < 2 && !code; pass++)
		for (const char *p = text ? text : ""; *p && !code; p += *p == ',') {
			struct str entry = { p, strcspn(p, ",") };
			struct str name = str_trim_space((struct str) { p, strcspn(p, ",=") });
			const char *equals = memchr(p, '=', entry.len);
			bool on = false, all;

			p += entry.len;
			if (!entry.len)
				continue;
			if (!equals)
				return relist_err_set(err, RELIST_EINVAL,
						      "%s: missing bool value for %.*s", option,
						      entry.len > 60 ? 60 : (int)entry.len,
						      entry.ptr);
			if (!text_parse_bool(str_trim_space((struct str) {
						 equals + 1, (size_t)(p - equals - 1) }),
					     &on))
				return relist_err_set(
				    err, RELIST_EINVAL,
				    "%s: invalid value of %.*s, must be true or false", option,
				    entry.len > 60 ? 60 : (int)entry.len, entry.ptr);
			all = str_eqz(name, "AllAlpha") || str_eqz(name, "AllBeta");
			if (all && pass == 0)
				(void)set_all(f, name, on);
			else if (!all && pass == 1)
				code = set_one(f, name, on, option, err);
		}
	settle_changes(f);
	return code;
}

const struct fakeapi__change_row *fakeapi__change_at(enum fakeapi__change change)
{
	return &changes[change];
}

const char *fakeapi__gate_name(enum fakeapi__gate gate)
{
	return gates[gate].name;
}

char fakeapi__gate_stage(enum fakeapi__gate gate, unsigned release)
{
	unsigned i = release - FAKEAPI_RELEASE_OLDEST;

	return i < FAKEAPI_RELEASES ? gates[gate].stages[i] : '.';
}

bool fakeapi__gate_matters(struct str name)
{
	static const enum fakeapi__gate others[] = {
#define DISABLED(group, type, member, gate) FAKEAPI_GATE_##gate,
#include "fakeapi/tbl/disabled.h"
#undef DISABLED
		FAKEAPI_GATE_ContainerStopSignals,
		FAKEAPI_GATE_ImageVolume,
		FAKEAPI_GATE_HPAScaleToZero,
		FAKEAPI_GATE_MutableSchedulingDirectivesForSuspendedJobs,
		FAKEAPI_GATE_RestartAllContainersOnContainerExits,
	};

	for (size_t i = 0; i < FAKEAPI_CHANGES; i++)
		if (changes[i].gate && str_eqz(name, gates[changes[i].gate].name))
			return true;
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (others[i] && str_eqz(name, gates[others[i]].name))
			return true;
	return str_eqz(name, "AllAlpha") || str_eqz(name, "AllBeta") ||
	       str_eqz(name, "AggregatedDiscoveryEndpoint");
}
