// SPDX-License-Identifier: Apache-2.0
export default { test: { include: ["test/*.vitest.js"] } };
