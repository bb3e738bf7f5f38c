import { Section } from '../section.tsx'
import { WhenNear } from '../when-near.tsx'
import { useFinishedActions } from './finished-actions.ts'
import type { ConsolePlace } from './place.ts'
import { PluginFrame } from './plugin-frame.tsx'
import { useShownPlugins } from './use-shown-plugins.ts'

/** The panels of plugins for a row. */
export function PluginPanels({ place, id }: { place: ConsolePlace; id: string }) {
  const finished = useFinishedActions()
  const panels = useShownPlugins()
    .flatMap((plugin) => plugin.panels)
    .filter((panel) => panel.place === place)
  return panels.map(({ title, path }) => (
    <Section key={path} title={title} isFlush>
      <WhenNear height={150}>
        <PluginFrame key={finished} title={title} path={path} row={{ place, id }} />
      </WhenNear>
    </Section>
  ))
}
