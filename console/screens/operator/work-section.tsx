import { Group, Text } from '@mantine/core'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { Section } from '#console/components/section.tsx'
import { tasks } from '#console/strings/tasks.ts'
import type { OperatorOutputs } from '#routers/operator/index.ts'
import { operator } from './api.ts'
import { useStarted } from './use-started.ts'

const CopyDialog = lazyDialog(async () => (await import('./copy-dialog.tsx')).CopyDialog)
const ExportDialog = lazyDialog(async () => (await import('./export-dialog.tsx')).ExportDialog)
const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog)

type Shop = Pick<OperatorOutputs['shops']['get']['shop'], 'id' | 'server' | 'status' | 'copy'>

/** Starts long work on the shop. */
export function WorkSection({ shop }: { shop: Shop }) {
  const words = tasks.useWords()
  const { id, server, status, copy } = shop
  return (
    <Section title={words.work}>
      {copy && (
        <Text size="sm" c="var(--quiet)" mb="sm">
          {copy.is_complete ? words.movedText(server, copy.server) : words.unfinishedText(copy.server)}
        </Text>
      )}
      <Group gap="xs">
        <DialogButton
          needs={operator.tasks.copy.mutationKey()}
          text={words.copyShop}
          dialog={(close) => <CopyDialog from={id} onClose={close} />}
        />
        <DialogButton
          needs={operator.tasks.export.mutationKey()}
          text={words.exportShop}
          dialog={(close) => <ExportDialog id={id} onClose={close} />}
        />
        {status === 'active' && !copy?.is_complete && (
          <DialogButton
            needs={operator.tasks.move.mutationKey()}
            text={words.moveShop}
            dialog={(close) => <MoveDialog id={id} server={server} onClose={close} />}
          />
        )}
        {copy && <MoveEnd id={id} copy={copy} />}
      </Group>
    </Section>
  )
}

/** Completes a move, takes it back, or deletes the copy of an incomplete one. */
function MoveEnd({ id, copy }: { id: string; copy: NonNullable<Shop['copy']> }) {
  const words = tasks.useWords()
  const onDone = useStarted(() => {})
  const shared = { input: { id }, onDone }
  if (!copy.is_complete)
    return (
      <ProcedureButton
        procedure={operator.tasks.cancelMove}
        text={words.deleteCopy}
        question={{ title: words.deleteCopyTitle(copy.server), text: words.deleteCopyText }}
        isDangerous
        {...shared}
      />
    )
  return (
    <>
      <ProcedureButton
        procedure={operator.tasks.moveBack}
        text={words.moveBack(copy.server)}
        question={{ title: words.moveBack(copy.server), text: words.moveText }}
        {...shared}
      />
      <ProcedureButton
        procedure={operator.tasks.finishMove}
        text={words.finishMove}
        question={{ title: words.finishTitle(copy.server), text: words.finishText }}
        isDangerous
        {...shared}
      />
    </>
  )
}
