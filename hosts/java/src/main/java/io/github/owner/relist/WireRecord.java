// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A sequence of strings, each a little-endian length of 32 bits and its bytes: docs/module.md. */
final class WireRecord {
    private static final int LENGTH_BYTES = 4;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    WireRecord add(byte[] text) {
        for (int shift = 0; shift < 32; shift += 8) bytes.write(text.length >>> shift);
        bytes.writeBytes(text);
        return this;
    }

    /** Bytes of HTTP, a character each. */
    WireRecord add(String latin) {
        return add(latin.getBytes(StandardCharsets.ISO_8859_1));
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    /** Of a record that ends within a string, what stands before it. */
    static List<byte[]> read(byte[] record) {
        List<byte[]> texts = new ArrayList<>();
        for (int at = 0; at <= record.length - LENGTH_BYTES; ) {
            long n = 0;
            for (int i = 0; i < LENGTH_BYTES; i++) n |= (record[at + i] & 0xffL) << 8 * i;
            at += LENGTH_BYTES;
            if (n > record.length - at) break;
            byte[] text = new byte[(int) n];
            System.arraycopy(record, at, text, 0, (int) n);
            texts.add(text);
            at += (int) n;
        }
        return texts;
    }
}
