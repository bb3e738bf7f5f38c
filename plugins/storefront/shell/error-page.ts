import { type DomainError, html, type Markup } from 'cartwright'
import { messageOf } from '../site/messages.ts'
import type { Visit } from '../site/visit.ts'
import { renderPage } from './render-page.ts'

const STATUS: Partial<Record<DomainError['kind'], number>> = {
  not_found: 404,
  unauthorized: 401,
  forbidden: 403,
  conflict: 409,
  duplicate_error: 422,
  payment_authorization_error: 422,
  too_many_requests: 429,
  unavailable: 503,
}

/** The page of an error, in the language of the visitor. */
export async function errorPage(
  visit: Visit,
  error: DomainError,
  status = STATUS[error.kind] ?? 400,
): Promise<Response> {
  const isMissing = error.kind === 'not_found'
  const { errors } = visit.texts
  const content = {
    title: isMissing ? errors.notFound : errors.title,
    message: isMissing ? errors.notFoundLead : messageOf(visit.texts, error),
  }
  const main = visit.site.components.errorMessage(visit, content)
  const page = await renderPage(visit, { title: content.title, main, isListed: false })
  return page.response({ status })
}

export interface ErrorContent {
  title: string
  message: string
}

export const errorMessage = ({ texts, path }: Visit, { title, message }: ErrorContent): Markup =>
  html`<div class="message"><h1>${title}</h1><p>${message}</p>
<p><a class="button" href="${path('/')}">${texts.shell.home}</a></p></div>`
