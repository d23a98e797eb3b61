// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

/** The server refuses a call, is closed, or its module has failed. */
public class RelistException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RelistException(String message) {
        super(message);
    }

    RelistException(String message, Throwable cause) {
        super(message, cause);
    }
}
