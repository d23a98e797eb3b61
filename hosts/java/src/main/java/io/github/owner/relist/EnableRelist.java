// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test of the class a server of its own: in fields and parameters of the types {@link Server} and, where fabric8's client is
 * there, {@code io.fabric8.kubernetes.client.KubernetesClient}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(RelistExtension.class)
public @interface EnableRelist {
    /** Manifests and folders of them that are loaded at the start. */
    String[] manifests() default {};

    /** Only {@link Server#advance} moves the server's time. */
    boolean pausedTime() default false;

    int backends() default 1;

    /** Other options of docs/module.md that are true, such as "rbac" and "garbageCollection". */
    String[] with() default {};
}
