import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { newId } from '#entities/values/id.ts'
import type { OAuthProviders } from './oauth-provider.ts'

export async function registerApps(em: EntityManager, providers: OAuthProviders): Promise<void> {
  if (providers.size === 0) return
  const apps = Array.from(providers.values(), ({ application_name, display_name, install_url, uninstall_url }) => {
    for (const url of [install_url, uninstall_url]) if (url !== undefined) new URL(url)
    return { id: newId('oauth'), application_name, display_name, install_url, uninstall_url }
  })
  await register(em, JSON.stringify(apps))
}

const register = statement(`
  insert into oauth (id, application_name, display_name, install_url, uninstall_url)
  select id, application_name, display_name, install_url, uninstall_url
  from jsonb_to_recordset($1::jsonb)
    as app (id text, application_name text, display_name text, install_url text, uninstall_url text)
  order by application_name
  on conflict (application_name) do update
  set display_name = excluded.display_name, install_url = excluded.install_url, uninstall_url = excluded.uninstall_url
  where (oauth.display_name, oauth.install_url, oauth.uninstall_url)
    is distinct from (excluded.display_name, excluded.install_url, excluded.uninstall_url)`)
