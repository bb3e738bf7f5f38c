import { useMemo } from 'react'
import { plugins } from '#console/strings/plugins.ts'
import { ActionDialog } from '../action/action-dialog.tsx'
import { useAction } from '../action/use-action.ts'
import { notifyDone } from '../notify.ts'
import { countFinishedAction } from './finished-actions.ts'
import type { PluginAction } from './place.ts'
import { procedureNamed } from './procedure-named.ts'

interface PluginActionDialogProps {
  action: PluginAction
  id: string
  text: string
  onClose(): void
}

export function PluginActionDialog({
  action: { procedure: name, has_preview },
  id,
  text,
  onClose,
}: PluginActionDialogProps) {
  const { actionDone } = plugins.useWords()
  const procedure = useMemo(() => procedureNamed(name), [name])
  const action = useAction({
    procedure,
    input: { id },
    ...(has_preview ? {} : { preview: 'none' as const }),
    onDone: () => {
      notifyDone(actionDone(text))
      countFinishedAction()
      onClose()
    },
  })
  return <ActionDialog action={action} title={text} verb={text} onClose={onClose} />
}
