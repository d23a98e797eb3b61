// SPDX-License-Identifier: Apache-2.0
// A step of a Jenkins shared library (as vars/relist.groovy): relist(scenarios: 'scenarios') runs scenarios and publishes JUnit and pages.
def call(Map args = [:]) {
    def version = args.version ?: '0.1.0'
    def url = (args.url ?: 'https://github.com/OWNER/relist/releases/download/vVERSION').replace('VERSION', version)
    withEnv(["RELIST_VERSION=${version}", "RELIST_URL=${url}", "RELIST_SCENARIOS=${args.scenarios ?: 'scenarios'}",
             "RELIST_OPTIONS=${args.options ?: ''}"]) {
        def status = sh(returnStatus: true, script: '''
            set -eu
            name=relist-$RELIST_VERSION-linux-$(uname -m)
            mkdir -p .relist
            curl -fsSL -o ".relist/$name.tar.gz" "$RELIST_URL/$name.tar.gz"
            curl -fsSL "$RELIST_URL/SHA256SUMS" | grep " $name.tar.gz\\$" | (cd .relist && sha256sum -c --strict -)
            tar -C .relist -xzf ".relist/$name.tar.gz" --strip-components=1 "$name/relist"
            eval ".relist/relist run --format junit --html relist-pages $RELIST_OPTIONS $RELIST_SCENARIOS" >relist.xml
        ''')
        junit testResults: 'relist.xml', allowEmptyResults: status == 0
        archiveArtifacts artifacts: 'relist-pages/**', allowEmptyArchive: true
        if (status != 0) {
            error("relist: exit status ${status}")
        }
    }
}
