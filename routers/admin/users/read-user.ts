import { rowAnswer } from '../../reading/row-answer.ts'
import { SingleUserResource } from '../../resources/user.ts'

/**
 * Shows an API token only to a session of its user, because an API key has fewer rights than the token. Hashed
 * tokens are never shown.
 */
export const userAnswer = rowAnswer('user', {
  resource: SingleUserResource,
  async fill({ user, api_key }, rows) {
    return rows.map((row) => {
      const isShown = row.id === user?.id && !api_key && !row.api_token?.startsWith('sha256:')
      return { ...row, api_token: isShown ? row.api_token : null }
    })
  },
})
