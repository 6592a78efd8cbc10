import { KeyboardIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import {
  type Shortcut,
  setShortcutsOn,
  shortcutKeys,
  useShortcuts,
  useShortcutsOn,
} from './shortcuts.ts'
import './kbd.css'

/** Makes the shortcuts of a page work. Its button or `?` opens a list of them, with a switch that turns them off. */
export function ShortcutsHelp({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [isOpen, setOpen] = useState(false)
  const isOn = useShortcutsOn()
  const help = { key: shortcutKeys.help, label: 'This list', run: () => setOpen(true) }
  const all = [...shortcuts, help]
  useShortcuts(all)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="kbd-hint -mr-4.25"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <KeyboardIcon size={20} />
        Shortcuts
        <KbdHint>{shortcutKeys.help}</KbdHint>
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
        <Checkbox
          label="Use shortcuts"
          help="Single keys, while you're not typing. Remembered on this device."
          checked={isOn}
          onChange={({ target }) => setShortcutsOn(target.checked)}
        />
        <dl className="mt-4 divide-y divide-line">
          {all.map(({ key, label }) => (
            <div key={key} className="flex items-center justify-between gap-4 py-2">
              <dt>{label}</dt>
              <dd>
                <Kbd>{key}</Kbd>
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}

function Kbd({ children }: { children: string }) {
  return <kbd className="kbd">{children}</kbd>
}

/** Shows a button's shortcut on the button while shortcuts are on. */
export function KbdHint({ children }: { children: string }) {
  return useShortcutsOn() && <kbd className="kbd kbd-hint">{children}</kbd>
}
