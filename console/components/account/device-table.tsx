import { getParser } from 'bowser'
import type { RouterOutputs } from '#client/index.ts'
import type { Procedure } from '#console/components/action/procedure.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { account } from '#console/strings/account.ts'

type Device = RouterOutputs['admin']['account']['sessions']['sessions'][number]

interface DeviceTableProps<Input> {
  sessions: readonly Device[] | undefined
  error: unknown
  endSession: Procedure<Input, unknown>
  inputOf(id: string): Input
  /** Must explain that it ends this session, too. */
  logOutEverywhere: Procedure<undefined, unknown>
  logOutText: string
  onEnded?(): void | Promise<void>
  onLoggedOut(): void | Promise<void>
}

/** The devices on which the account is signed in. */
export function DeviceTable<Input>(props: DeviceTableProps<Input>) {
  const { sessions, error, endSession, inputOf, logOutEverywhere, logOutText, onEnded, onLoggedOut } = props
  const words = account.useWords()
  const nameOf = ({ user_agent }: Pick<Device, 'user_agent'>) => {
    if (!user_agent) return words.unknownDevice
    const { browser, os } = getParser(user_agent).getResult()
    return browser.name && os.name ? words.deviceText(browser.name, os.name) : words.unknownDevice
  }
  return (
    <TableSection
      title={words.sessions}
      actions={
        <ProcedureButton
          procedure={logOutEverywhere}
          input={undefined}
          text={words.logOutEverywhere}
          question={{ title: words.logOutTitle, text: logOutText }}
          isDangerous
          onDone={onLoggedOut}
        />
      }
      error={error}
      rows={sessions}
      empty=""
      buttons={(session) =>
        session.is_current ? (
          <StatusBadge tone={toneOfSetting(true)} text={words.thisDevice} />
        ) : (
          <ProcedureButton
            procedure={endSession}
            input={inputOf(session.id)}
            text={words.endSession}
            label={words.endSessionOf(nameOf(session))}
            done={words.ended}
            onDone={() => onEnded?.()}
          />
        )
      }
      columns={[
        { key: 'device', title: words.device, cell: nameOf },
        {
          key: 'used',
          title: words.lastUsed,
          cell: ({ last_used_at, created_at }) => <Time at={last_used_at ?? created_at} />,
        },
        { key: 'address', title: words.address, cell: ({ address }) => address || '–', isWideOnly: true },
      ]}
    />
  )
}
