// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist.command;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import com.dylibso.chicory.wasi.WasiExitException;
import com.dylibso.chicory.wasi.WasiOptions;
import com.dylibso.chicory.wasi.WasiPreview1;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The relist command: on Linux the native program if the jar has one, elsewhere WebAssembly, which has everything that needs no socket
 * or process, with the same output. RELIST_NATIVE=0 takes the latter.
 */
public final class Main {
    private static final int STATUS_MACHINE = 5; // it failed
    // Of WASI.
    private static final byte REGULAR_FILE = 4;
    private static final long ESUCCESS = 0;
    private static final long EIO = 29;
    private static final long ENOENT = 44;
    private static final int STDERR = 2;
    private static final int ROOT = 3; // the one folder that is open from the beginning

    private Main() {}

    public static void main(String[] args) {
        int status;
        try {
            byte[] program = nativeProgram();
            status = program == null ? play(args) : execute(program, args);
        } catch (IOException e) {
            System.err.println("relist: " + e.getMessage());
            status = STATUS_MACHINE;
        } catch (InterruptedException e) {
            status = STATUS_MACHINE;
        }
        System.out.flush();
        System.exit(status);
    }

    private static byte[] nativeProgram() throws IOException {
        if ("0".equals(System.getenv("RELIST_NATIVE")) || !System.getProperty("os.name").equals("Linux")) {
            return null;
        }
        String arch = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
        try (InputStream in = Main.class.getResourceAsStream("/relist-linux-" + arch)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    /** The file stays in the user's cache folder: `relist envtest` links to it. */
    private static int execute(byte[] program, String[] args) throws IOException, InterruptedException {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path folder = (cache != null && cache.startsWith("/") ? Path.of(cache) : Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("relist-command");
        Path file = folder.resolve("relist");
        if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), program)) {
            Files.createDirectories(folder);
            Path made = Files.createTempFile(folder, "relist", null);
            Files.write(made, program);
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        }
        List<String> command = new ArrayList<>(List.of(file.toString()));
        command.addAll(List.of(args));
        Process child = new ProcessBuilder(command).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(child::destroy));
        return child.waitFor();
    }

    /** A path of the system as one below the folder that the program sees as its root. */
    private static String inRoot(Path root, String path) {
        return "/" + path.substring(root.toString().length()).replace('\\', '/');
    }

    private static HostFunction replaced(HostFunction f, WasmFunctionHandle handle) {
        return new HostFunction(f.module(), f.name(), f.functionType(), handle);
    }

    /**
     * Corrects what Chicory 1.5.1 does differently. It says that standard streams are terminals, which adds colours and progress to a
     * redirected output; and its rename always fails (COPY_ATTRIBUTES is no option of a move).
     */
    private static HostFunction corrected(HostFunction f, Path root) {
        if (f.name().equals("fd_fdstat_get") && System.console() == null) {
            return replaced(f, (instance, args) -> {
                long[] results = f.handle().apply(instance, args);
                if (args[0] <= STDERR) {
                    instance.memory().writeByte((int) args[1], REGULAR_FILE);
                }
                return results;
            });
        }
        if (f.name().equals("path_rename")) {
            return replaced(f, (instance, args) -> {
                if (args[0] != ROOT || args[3] != ROOT) {
                    return f.handle().apply(instance, args);
                }
                Path from = root.resolve(instance.memory().readString((int) args[1], (int) args[2]));
                Path to = root.resolve(instance.memory().readString((int) args[4], (int) args[5]));
                try {
                    Files.move(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
                    return new long[] {ESUCCESS};
                } catch (IOException e) {
                    return new long[] {e instanceof NoSuchFileException ? ENOENT : EIO};
                }
            });
        }
        return f;
    }

    private static int play(String[] args) {
        Path cwd = Path.of("").toAbsolutePath();
        Path root = cwd.getRoot();
        List<String> argv = new ArrayList<>(List.of("relist"));
        for (String a : args) {
            argv.add(!root.toString().equals("/") && a.startsWith(root.toString()) ? inRoot(root, a) : a);
        }
        WasiOptions.Builder options = WasiOptions.builder()
                .withStdin(System.in)
                .withStdout(System.out)
                .withStderr(System.err)
                .withArguments(argv)
                .withDirectory("/", root);
        System.getenv().forEach((name, value) -> {
            if (!name.equals("PWD")) {
                options.withEnvironment(name, value);
            }
        });
        options.withEnvironment("PWD", inRoot(root, cwd.toString()));
        try (WasiPreview1 wasi = WasiPreview1.builder().withOptions(options.build()).build()) {
            HostFunction[] functions = Arrays.stream(wasi.toHostFunctions()).map(f -> corrected(f, root)).toArray(HostFunction[]::new);
            ImportValues imports = ImportValues.builder().addFunction(functions).build();
            Instance.builder(CommandModule.load())
                    .withMachineFactory(CommandModule::create)
                    .withImportValues(imports)
                    .build();
            return 0;
        } catch (WasiExitException e) {
            return e.exitCode();
        }
    }
}
