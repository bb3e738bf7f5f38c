import type { RefusalReason } from '#client/index.ts'

interface Permissions {
  role: string
  procedures: readonly string[]
}

/**
 * Returns the refusal that the shop would send for a query that the role of the user does not allow. So a page sends
 * only requests that the shop answers.
 */
export function refuseBeyondRole(url: string, permissions: Permissions | undefined): Response | undefined {
  const scope = /\/trpc\/admin\.([^?]*)/.exec(url)?.[1]
  if (!scope || !permissions || permissions.procedures.includes(scope)) return undefined
  const { role } = permissions
  const reason: RefusalReason = { name: 'not_in_role', role, scope }
  const message = `Your role ${role} does not allow ${scope}. Ask an administrator of the shop for it.`
  const data = { code: 'FORBIDDEN', httpStatus: 403, type: 'forbidden', path: `admin.${scope}`, reason }
  const body = JSON.stringify({ error: { json: { message, code: -32003, data } } })
  return new Response(body, { status: 403, headers: { 'content-type': 'application/json' } })
}
