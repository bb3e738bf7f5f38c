/** Where node:http is imported, it loads the whole client behind `fetch` (14 MB), only to name it among its exports. */
export const http = process.getBuiltinModule('node:http')
