import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useActionNames } from '#console/components/action-names.ts'
import { Page } from '#console/components/page.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { Columns, Facts, Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { formatTime } from '#console/components/time.tsx'
import { activity } from '#console/strings/activity.ts'
import { customerName } from '../../customers/customer-name.ts'
import { AuditObject } from './audit-object.tsx'
import type { Change } from './changed-fields.ts'
import { ChangedRow } from './changed-row.tsx'
import { NAMES, objectIdOf } from './object-of-entry.ts'
import { useRowNames } from './use-row-names.ts'

const auditEntryRoute = getRouteApi('/shell/activity/changes/$id')

/** The rows that one action of a user changed, before and after side by side. */
export function AuditEntryPage() {
  const words = activity.useWords()
  const names = useActionNames()
  const { id } = auditEntryRoute.useParams()
  const { data, error } = useQuery(trpc.admin.auditLog.get.queryOptions({ id, expand: 'user,api_key' }))
  const rows = useRowNames(data?.audit_log_entry.resource_ids ?? [])
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { audit_log_entry: entry } = data
  const object = objectIdOf(entry)
  const hidden = entry.change_count - entry.changes.length
  return (
    <Page
      title={names.action(entry.procedure)}
      subtitle={[entry.user ? customerName(entry.user) : entry.plugin, formatTime(entry.created_at)]
        .filter(Boolean)
        .join(' · ')}
      back={{ to: '/activity', text: words.audit }}
      width="detail"
    >
      <Columns
        main={
          <>
            {entry.changes.length === 0 && <Text c="var(--quiet)">{words.noChanges}</Text>}
            {entry.changes.map((change) => (
              <ChangedRow
                key={`${change.table} ${change.ids.join(' ')} ${change.action}`}
                change={change}
                name={nameOfRow(change, rows.nameOf)}
                currency={rows.currencyOf(change.ids[0] ?? '')}
              />
            ))}
            {hidden > 0 && entry.changes.length > 0 && <Text c="var(--quiet)">{words.moreChanges(hidden)}</Text>}
          </>
        }
        side={
          <Section title={words.action}>
            <Stack>
              <Facts
                facts={[
                  [words.object, <AuditObject key="object" entry={entry} />],
                  ...(object
                    ? ([
                        [
                          words.history,
                          <PageLink key="history" to="/activity" search={{ object }} size="sm">
                            {words.allChanges}
                          </PageLink>,
                        ],
                      ] as const)
                    : []),
                  [words.user, entry.user && customerName(entry.user)],
                  ...(entry.plugin ? ([[words.plugin, entry.plugin]] as const) : []),
                  ...(entry.api_key ? ([[words.apiKey, entry.api_key.name]] as const) : []),
                  [words.time, formatTime(entry.created_at)],
                  [words.area, names.resource(entry.resource_type)],
                  [words.procedure, entry.procedure],
                  [words.address, entry.ip],
                  [words.request, entry.request_id],
                ]}
              />
            </Stack>
          </Section>
        }
      />
    </Page>
  )
}

/** The name of a changed row: of the row today, or in the change. */
function nameOfRow({ ids, before, after }: Change, nameOf: (id: string) => string | undefined): string | undefined {
  const known = nameOf(ids[0] ?? '')
  const texts = NAMES.flatMap((name) => [after?.[name], before?.[name]])
  return known ?? texts.find((text): text is string => typeof text === 'string' && text !== '')
}
