import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { RowButtons, RowTable } from '#console/components/row-table.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { apps } from '#console/strings/apps.ts'
import { common } from '#console/strings/common.ts'
import { settings } from '#console/strings/settings.ts'
import { SettingsPage } from '../settings-page.tsx'

export function AppList() {
  const words = apps.useWords()
  const shared = settings.useWords()
  const { actions } = common.useWords()
  const { data, error } = useQuery(trpc.admin.apps.list.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return (
    <SettingsPage title={shared.apps} width="detail">
      <Section title={shared.apps} isFlush>
        <RowTable
          label={shared.apps}
          rows={data.apps}
          empty={words.empty}
          columns={[
            { key: 'name', title: words.name, cell: ({ display_name }) => display_name },
            {
              key: 'status',
              title: words.status,
              cell: (app) =>
                isConnected(app) ? (
                  <StatusBadge tone="good" text={words.connected} />
                ) : (
                  <StatusBadge tone="quiet" text={words.notConnected} />
                ),
            },
            { key: 'actions', title: actions, align: 'end', cell: (app) => <AppButtons app={app} /> },
          ]}
        />
      </Section>
    </SettingsPage>
  )
}

interface AppButtonsProps {
  app: { application_name: string; display_name: string; data?: unknown }
}

function AppButtons({ app }: AppButtonsProps) {
  const words = apps.useWords()
  const { application_name, display_name } = app
  const input = { application_name }
  if (!isConnected(app))
    return (
      <RowButtons>
        <ProcedureButton
          procedure={trpc.admin.apps.install}
          input={input}
          text={words.connect}
          label={words.connectOf(display_name)}
          onDone={({ install_url }) => window.location.assign(install_url)}
        />
      </RowButtons>
    )
  return (
    <RowButtons>
      <ProcedureButton
        procedure={trpc.admin.apps.refresh}
        input={input}
        text={words.refresh}
        label={words.refreshOf(display_name)}
        done={words.refreshed}
      />
      <ProcedureButton
        procedure={trpc.admin.apps.uninstall}
        input={input}
        text={words.disconnect}
        label={words.disconnectOf(display_name)}
        isDangerous
        question={{ title: words.disconnectTitle(display_name), text: words.disconnectText }}
        done={words.disconnected}
      />
    </RowButtons>
  )
}

/** The data of an app that is not connected has at most the state of an unfinished authorization. */
const isConnected = ({ data }: { data?: unknown }): boolean =>
  typeof data === 'object' && data !== null && Object.keys(data).some((name) => name !== 'state')
