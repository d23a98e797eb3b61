/* SPDX-License-Identifier: Apache-2.0 */
/* spin.c - a subject that lists again and again without a pause, and reports the result. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int port_of_kubeconfig(void)
{
	FILE *f = fopen(getenv("KUBECONFIG"), "r");
	char line[256];
	int port = 0;

	while (f && !port && fgets(line, sizeof(line), f))
		(void)sscanf(line, " server: http://127.0.0.1:%d", &port);
	if (f)
		(void)fclose(f);
	return port;
}

static void list(int port)
{
	static const char request[] = "GET /api/v1/pods HTTP/1.0\r\n\r\n";
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	static char answer[65536];
	size_t len = 0;
	ssize_t n;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0 ||
	    write(fd, request, sizeof(request) - 1) < 0)
		exit(1);
	while ((n = read(fd, answer + len, sizeof(answer) - 1 - len)) > 0)
		len += (size_t)n;
	answer[len] = 0;
	(void)close(fd);
	for (const char *p = answer; (p = strstr(p, "\"name\":\"")); p += 8) {
		const char *rv = strstr(p, "\"resourceVersion\":\"");

		if (rv && p[9] == '"')
			printf("{\"notify\":{\"type\":\"ADD\",\"key\":\"default/"
			       "%c\",\"rv\":\"%d\"}}\n",
			       p[8], atoi(rv + 19));
	}
	(void)fflush(stdout);
}

int main(void)
{
	int port = port_of_kubeconfig();

	for (;;)
		list(port);
}
