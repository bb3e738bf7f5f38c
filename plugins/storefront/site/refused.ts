import type { Markup } from 'cartwright'

/** The page of a form with its errors. A redirect stays one. */
export const refused = (page: Markup | Response): Response =>
  page instanceof Response ? page : page.response({ status: 422 })
