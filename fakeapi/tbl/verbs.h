/* SPDX-License-Identifier: Apache-2.0 */
/* VERB(id, name, HTTP method, path with a name, function): the verbs of kube-apiserver's RequestInfo.
 * What is said of the path is so where the request is for no subresource. */
VERB(GET, "get", FAKEAPI_GET, FAKEAPI_NAMED, fakeapi__verb_get)
VERB(LIST, "list", FAKEAPI_GET, FAKEAPI_UNNAMED, fakeapi__verb_list)
VERB(WATCH, "watch", FAKEAPI_GET, FAKEAPI_NAMED_OR_NOT, fakeapi__verb_watch)
VERB(CREATE, "create", FAKEAPI_POST, FAKEAPI_UNNAMED, fakeapi__verb_create)
VERB(UPDATE, "update", FAKEAPI_PUT, FAKEAPI_NAMED, fakeapi__verb_update)
VERB(PATCH, "patch", FAKEAPI_PATCH, FAKEAPI_NAMED, fakeapi__verb_patch)
VERB(DELETE, "delete", FAKEAPI_DELETE, FAKEAPI_NAMED, fakeapi__verb_delete)
VERB(DELETE_COLLECTION, "deletecollection", FAKEAPI_DELETE, FAKEAPI_UNNAMED,
     fakeapi__verb_delete_collection)
