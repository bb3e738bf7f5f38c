import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { expectSuccess } from './expect-success.ts'
import type { Caller, TestShop } from './shop.ts'

export async function addMember(shop: TestShop, email = 'colleague@example.com'): Promise<Caller> {
  return (await addUserOfRole(shop, 'member', email)).caller
}

let serial = 0

export interface UserOfRole {
  caller: Caller
  token: string
  email: string
}

export async function addUserOfRole(
  shop: Pick<TestShop, 'orm' | 'as'>,
  role: string,
  email = `colleague${++serial}@example.com`,
): Promise<UserOfRole> {
  await addUser(shop.orm, { email, password: 'another horse', role })
  const token = await issueApiToken(shop.orm, email)
  return { caller: shop.as({ authorization: `Bearer ${token}` }), token, email }
}

/** Creates a role with these scopes and a user with this role. */
export async function addUserWithScopes(shop: TestShop, ...scopes: string[]): Promise<UserOfRole & { role: Role }> {
  const { role } = await expectSuccess(shop.admin.post('/admin/roles', { name: `support ${++serial}`, scopes }))
  return { ...(await addUserOfRole(shop, role.name)), role }
}

interface Role {
  id: string
  name: string
}
