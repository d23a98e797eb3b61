// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The test in README.md fails, and passes with the fix, as the page says. */
class DocsTest {
    private static EngineExecutionResults run(Path folder, String text) throws Exception {
        Path source = folder.resolve("GhostIT.java");
        Files.writeString(source, text.replace("@Timeout(30)", "@Timeout(600)")); // of a machine with other work
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertEquals(0, compiler.run(null, null, null, "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), source.toString()));
        try (URLClassLoader loader = new URLClassLoader(new java.net.URL[] {folder.toUri().toURL()}, DocsTest.class.getClassLoader())) {
            return EngineTestKit.engine("junit-jupiter").selectors(DiscoverySelectors.selectClass(loader.loadClass("GhostIT"))).execute();
        }
    }

    @Test
    void thePageLeadsToAFailingAndAPassingTest(@TempDir Path failing, @TempDir Path passing) throws Exception {
        String page = Files.readString(Path.of("README.md"));
        List<String> code = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page).results().map(m -> m.group(1)).toList();
        EngineExecutionResults failed = run(failing, code.get(0));
        assertEquals(1, failed.testEvents().failed().count());
        String why = failed.testEvents().failed().stream().findFirst().orElseThrow().getPayload().orElseThrow().toString();
        assertTrue(why.contains("goes"), why);
        String from = "        public void onClose(WatcherException cause) {";
        String fixed = code.get(0).replaceFirst("(?s)" + Pattern.quote(from) + ".*?\n        }\n", Matcher.quoteReplacement(code.get(1)));
        assertEquals(1, run(passing, fixed).testEvents().succeeded().count());
    }
}
