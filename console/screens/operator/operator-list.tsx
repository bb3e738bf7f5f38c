import { useQuery } from '@tanstack/react-query'
import { AddButton } from '#console/components/action/add-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { Page } from '#console/components/page.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { account } from '#console/strings/account.ts'
import { operators } from '#console/strings/operators.ts'
import { operator, refresh } from './api.ts'
import { PersonTable } from './person-table.tsx'

const AddOperatorDialog = lazyDialog(async () => (await import('./add-operator-dialog.tsx')).AddOperatorDialog)

export function OperatorList() {
  const words = operators.useWords()
  const texts = account.useWords()
  const { data: current } = useQuery(operator.account.current.queryOptions())
  const { data, error } = useQuery(operator.operators.list.queryOptions())
  return (
    <Page
      title={words.operators}
      width="detail"
      actions={
        <AddButton
          needs={operator.operators.add.mutationKey()}
          text={words.addOperator}
          dialog={(close) => <AddOperatorDialog onClose={close} />}
        />
      }
    >
      <PersonTable
        title={words.operators}
        error={error}
        people={data?.operators}
        empty="–"
        columns={[
          {
            key: 'factor',
            title: texts.secondFactor,
            cell: ({ has_second_factor: has }) => (
              <StatusBadge tone={toneOfSetting(has)} text={has ? texts.appOn : texts.off} />
            ),
          },
        ]}
        buttons={({ email, has_second_factor }) =>
          has_second_factor &&
          email !== current?.email && (
            <ProcedureButton
              procedure={operator.operators.resetSecondFactor}
              input={{ email }}
              text={words.resetFactor}
              label={words.resetFactorTitle(email)}
              question={{ title: words.resetFactorTitle(email), text: words.resetFactorText }}
              isDangerous
              onDone={refresh}
            />
          )
        }
        removeText={words.removeOperatorText}
        removal={operator.operators.remove}
        inputOf={(email) => ({ email })}
      />
    </Page>
  )
}
