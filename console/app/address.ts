/* The server writes the address of the console into `<base>`, so the console works behind any path prefix. */

const consoleUrl = new URL(document.baseURI)

// Vite compares absolute addresses of styles. Without the base, it would load the first styles again, after the others, and the
// browser would load the icon from another place.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet], link[rel=icon]'))
  link.href = `${link.href}`

// A base element would also apply to links such as `#main`.
document.querySelector('base')?.remove()

/** The path of the console without a slash at the end, such as `/app` or `/shop/app`. */
export const basePath = consoleUrl.pathname.replace(/\/+$/, '')

/** The address of the shop, which ends in a slash. */
export const shopUrl = new URL('..', consoleUrl).href

/** The address of a page of the console. */
export const pageUrl = (path: string): string => new URL(path, consoleUrl).href

/** The address of a public upload. */
export const fileAddress = (key: string): string =>
  new URL(`uploads/${key.split('/').map(encodeURIComponent).join('/')}`, shopUrl).href

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The address of a picture. One that this machine uploaded under another name or port is on the server of the console. */
export function pictureAddress(url: string): string {
  const { hostname = '', pathname = '', search = '' } = URL.parse(url) ?? {}
  const [, upload] = pathname.split('/uploads/public/')
  return upload && LOOPBACK.test(hostname) ? new URL(`uploads/public/${upload}${search}`, shopUrl).href : url
}
