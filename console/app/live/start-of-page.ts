/** The clocks of the server and of the database may differ, and a change may take this long in milliseconds. */
const MARGIN = 5000

const sentAt = document.querySelector<HTMLMetaElement>('meta[name=shop-time]')?.content ?? ''

/** The position of `changes.watch` at which the server sent the page. A development server does not know it. */
export const startOfPage: string | undefined = /^\d+$/.test(sentAt) ? String(Number(sentAt) - MARGIN) : undefined
