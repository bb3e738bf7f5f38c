import type { Comparison, Kind } from './compare.ts'

const SECRET = 'The API token of a user is a secret. Only the user sees it.'

/** Types of client-types that the shop does not fulfil, although Medusa v1 does. */
const exceptions: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  answer: {
    'GET /admin/invites': 'Only administrators see the token of an invitation.',
    'GET /admin/notes': SECRET,
    'GET /admin/notes/{id}': SECRET,
    'GET /admin/users': SECRET,
    'POST /admin/notes': SECRET,
    'POST /admin/notes/{id}': SECRET,
    'POST /admin/orders/{id}/line-items/{line_item_id}/reserve': 'client-types declares the type of a request.',
  },
  body: { 'POST /admin/users/{id}': 'No operation sets the API token of a user.' },
}

export const exceptionOf = ({ kind, operation }: Pick<Comparison, 'kind' | 'operation'>): string | undefined =>
  exceptions[kind][operation]
