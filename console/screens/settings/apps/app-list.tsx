import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { apps } from '#console/strings/apps.ts'
import { settings } from '#console/strings/settings.ts'
import { SettingsPage } from '../settings-page.tsx'

export function AppList() {
  const words = apps.useWords()
  const shared = settings.useWords()
  const { data, error } = useQuery(trpc.admin.apps.list.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return (
    <SettingsPage title={shared.apps} width="detail">
      <TableSection
        title={shared.apps}
        rows={data.apps}
        empty={words.empty}
        buttons={(app) => <AppButtons app={app} />}
        columns={[
          { key: 'name', title: words.name, cell: ({ display_name }) => display_name },
          {
            key: 'status',
            title: words.status,
            cell: (app) =>
              isConnected(app) ? (
                <StatusBadge tone={toneOfSetting(true)} text={words.connected} />
              ) : (
                <StatusBadge tone={toneOfSetting(false)} text={words.notConnected} />
              ),
          },
        ]}
      />
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
      <ProcedureButton
        procedure={trpc.admin.apps.install}
        input={input}
        text={words.connect}
        label={words.connectOf(display_name)}
        onDone={({ install_url }) => window.location.assign(install_url)}
      />
    )
  return (
    <>
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
    </>
  )
}

/** The data of an app that is not connected has at most the state of an unfinished authorization. */
const isConnected = ({ data }: { data?: unknown }): boolean =>
  typeof data === 'object' && data !== null && Object.keys(data).some((name) => name !== 'state')
