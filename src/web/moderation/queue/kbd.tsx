import './kbd.css'
import { useShortcutsOn } from './shortcuts-setting.ts'

export function Kbd({ children }: { children: string }) {
  return <kbd className="kbd">{children}</kbd>
}

/** The key of a button, on it, while shortcuts are on. */
export function KbdHint({ children }: { children: string }) {
  return useShortcutsOn() && <kbd className="kbd kbd-hint">{children}</kbd>
}
