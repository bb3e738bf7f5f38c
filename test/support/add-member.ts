import { addUser, issueApiToken } from '#server/database/administrator.ts'
import type { Caller, TestShop } from './shop.ts'

export async function addMember(shop: TestShop, email = 'colleague@example.com'): Promise<Caller> {
  await addUser(shop.orm, { email, password: 'another horse', role: 'member' })
  return shop.as({ authorization: `Bearer ${await issueApiToken(shop.orm, email)}` })
}
