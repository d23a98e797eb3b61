module example.com/pods

go 1.26.0

require (
	github.com/OWNER/relist/hosts/go v0.1.0
	k8s.io/apimachinery v0.37.2
	k8s.io/client-go v0.37.2
)
