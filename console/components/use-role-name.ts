import { access } from '#console/strings/access.ts'

/** Returns the name of a role: the first roles in the language of the user, and others as the shop has named them. */
export function useRoleName(): (role: string) => string {
  const { role_admin: admin, role_member: member, role_developer: developer } = access.useWords()
  const names = new Map(Object.entries({ admin, member, developer }))
  return (role) => names.get(role) ?? role
}
