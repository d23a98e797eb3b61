import pytest
from kubernetes import client


def test_the_second_list_succeeds(relist):
    api = client.CoreV1Api(client.ApiClient(client.Configuration(host=relist.url)))
    relist.faults.fail(403, resource="pods", verb="list", times=1)
    with pytest.raises(client.ApiException, match="403"):
        api.list_pod_for_all_namespaces()
    assert api.list_pod_for_all_namespaces().items == []
