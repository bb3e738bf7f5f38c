import type { EntityManager } from '@mikro-orm/postgresql'
import { Store } from '#entities/market/store/store.ts'

interface UserLink {
  adminUrl: string
  token: string
}

/** The page of the administration where a user sets a new password. */
export const passwordLink = ({ adminUrl, token }: UserLink): string => linkTo(adminUrl, 'reset-password', token)

/** The page where an invited user opens an account. The `invite_link_template` of the store replaces the usual page. */
export async function findInviteLink(em: EntityManager, { adminUrl, token }: UserLink): Promise<string> {
  const [store] = await em.findAll(Store, { limit: 1 })
  const template = store?.invite_link_template
  return template ? template.replaceAll('{invite_token}', token) : linkTo(adminUrl, 'invite', token)
}

const linkTo = (adminUrl: string, page: string, token: string): string =>
  `${adminUrl.replace(/\/+$/, '')}/${page}?token=${encodeURIComponent(token)}`
