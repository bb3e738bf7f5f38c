import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#console/app/language.ts'
import { DialogButton } from '../action/dialog-button.tsx'
import { lazyDialog } from '../action/lazy-dialog.tsx'
import { pluginsQuery } from '../plugin-fields/plugin-field.ts'
import type { ConsolePlace } from './place.ts'

const PluginActionDialog = lazyDialog(async () => (await import('./plugin-action-dialog.tsx')).PluginActionDialog)

/** The buttons of plugins for a row. */
export function PluginActions({ place, id }: { place: ConsolePlace; id: string }) {
  const { data } = useQuery(pluginsQuery())
  const language = useLanguage()
  const actions = data?.plugins.flatMap((plugin) => plugin.actions).filter((action) => action.place === place) ?? []
  return actions.map((action) => {
    const { procedure, label } = action
    const text = label[language] ?? label.en
    return (
      <DialogButton
        key={procedure}
        needs={[procedure.split('.')]}
        text={text}
        size="sm"
        dialog={(close) => <PluginActionDialog action={action} id={id} text={text} onClose={close} />}
      />
    )
  })
}
