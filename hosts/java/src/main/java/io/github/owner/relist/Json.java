// SPDX-License-Identifier: Apache-2.0
package io.github.owner.relist;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as Map, List, String, Long, Double, Boolean and null: the control API's messages, without a library. */
final class Json {
    private static final int DEPTH_MAX = 256;
    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> e : map.entrySet()) {
                write(e.getKey().toString(), out.append(before));
                write(e.getValue(), out.append(':'));
                before = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            String before = "[";
            for (Object item : list) {
                write(item, out.append(before));
                before = ",";
            }
            out.append(before.equals("[") ? "[]" : "]");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    private static void quote(String s, StringBuilder out) {
        out.append('"');
        for (char c : s.toCharArray()) {
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        out.append('"');
    }

    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.space();
        if (json.at < text.length()) throw json.wrong();
        return value;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at character " + at);
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean take(String word) {
        space();
        if (!text.startsWith(word, at)) return false;
        at += word.length();
        return true;
    }

    private void want(String word) {
        if (!take(word)) throw wrong();
    }

    private Object value() {
        if (take("{")) return map();
        if (take("[")) return list();
        if (take("\"")) return string();
        if (take("true")) return true;
        if (take("false")) return false;
        if (take("null")) return null;
        int from = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
        String number = text.substring(from, at);
        try {
            if (number.matches("-?\\d+")) return Long.parseLong(number);
            return Double.parseDouble(number);
        } catch (NumberFormatException e) {
            throw wrong();
        }
    }

    private void deeper() {
        if (++depth > DEPTH_MAX) throw wrong();
    }

    private Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        deeper();
        for (boolean more = !take("}"); more; more = take(",")) {
            want("\"");
            String name = string();
            want(":");
            map.put(name, value());
        }
        if (!map.isEmpty()) want("}");
        depth--;
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        deeper();
        for (boolean more = !take("]"); more; more = take(",")) list.add(value());
        if (!list.isEmpty()) want("]");
        depth--;
        return list;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') return out.toString();
            if (c != '\\') {
                out.append(c);
                continue;
            }
            if (at == text.length()) break;
            c = text.charAt(at++);
            int known = "bfnrt".indexOf(c);
            if (c == 'u' && at + 4 <= text.length()) {
                try {
                    out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                } catch (NumberFormatException e) {
                    throw wrong();
                }
                at += 4;
            } else if (known >= 0) {
                out.append("\b\f\n\r\t".charAt(known));
            } else if ("\"\\/".indexOf(c) >= 0) {
                out.append(c);
            } else {
                break;
            }
        }
        throw wrong();
    }
}
