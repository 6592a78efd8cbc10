import { type Theme, themes } from '#contract/theme.ts'
import { Select } from '../ui/controls/select.tsx'
import { chooseTheme, useTheme } from './theme.ts'

const labels: Record<Theme, string> = {
  system: 'Same as device',
  light: 'Light',
  dark: 'Dark',
}

/** Chooses light or dark for this browser. Without JavaScript the device decides, and there is nothing to choose. */
export function ThemeSelect({ compact = false }: { compact?: boolean }) {
  const theme = useTheme()
  return (
    <div data-needs-script className={compact ? 'flex items-center gap-3' : 'max-w-[36ch]'}>
      {compact && <span aria-hidden="true">Theme</span>}
      <Select
        flush
        label="Theme"
        hideLabel={compact}
        options={themes.map((value) => ({ value, label: labels[value] }))}
        value={theme}
        onChange={({ currentTarget }) => chooseTheme(currentTarget.value as Theme)}
      />
    </div>
  )
}
