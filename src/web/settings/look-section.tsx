import './look-section.css'
import { ImagePlusIcon } from 'lucide-react'
import { type CSSProperties, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { accentColors, findShift } from '#campus/accent.ts'
import { builtInCampus } from '#campus/built-in.ts'
import { campus } from '#campus/campus.ts'
import { type ColorScheme, designColors } from '#campus/design-colors.ts'
import type { EncodedLogo } from '#contract/settings.ts'
import { InitialMark } from '../navigation/site-mark.tsx'
import { sendFile, toForm } from '../photos/upload-photo.ts'
import { errorMessage } from '../queries/api.ts'
import { Badge } from '../ui/content/badge.tsx'
import { BrandMark } from '../ui/content/brand-mark.tsx'
import { Button } from '../ui/controls/button.tsx'
import { buttonClass } from '../ui/controls/button-class.ts'
import { FieldMessage, fieldAriaProps, OptionalMark } from '../ui/controls/field.tsx'
import { SettingField } from './section-fields.tsx'
import { defineSection } from './section-form.tsx'

interface LookForm {
  logo: string
  accent: string
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export const LookSection = defineSection<LookForm>({
  id: 'look',
  title: 'Look',
  text: 'The logo, and the colour of buttons and links. Icons, emails and link previews are made from them. After saving, reload to see it on this page.',
  summarize: ({ logo, accent }) =>
    `${logo ? 'Your logo' : 'No logo'} · ${accent ? `Accent ${accent}` : 'No accent colour'}`,
  settings: ['logo', 'accent'],
  toForm: ({ logo, accent }) => ({ logo: logo ?? '', accent: accent ?? '' }),
  fromForm: ({ logo, accent }) => ({ logo: logo || null, accent: accent.trim() || null }),
  Fields: ({ logoPath, onLoading }) => (
    <>
      <LogoField path={logoPath} onLoading={onLoading} />
      <AccentField />
      <LookPreview />
    </>
  ),
})

type Upload = { state: 'idle' } | { state: 'sending'; progress: number } | { error: string }

const idle: Upload = { state: 'idle' }

/** Uploads a logo as soon as it is chosen. The server sends it back encoded, and the form saves it with the rest. */
function LogoField({ path, onLoading }: { path: string; onLoading: (isLoading: boolean) => void }) {
  const id = useId()
  const { field, fieldState } = useController<LookForm, 'logo'>({ name: 'logo' })
  const [upload, setUpload] = useState<Upload>(idle)
  const [announcement, announce] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(null)
  useEffect(() => () => sending.current?.abort(), [])
  const isSending = 'progress' in upload
  // A form that is saved while the file is on its way would lose the logo.
  useEffect(() => onLoading(isSending), [onLoading, isSending])

  const send = async (file: File) => {
    sending.current?.abort()
    const controller = new AbortController()
    sending.current = controller
    setUpload({ state: 'sending', progress: 0 })
    announce(`Uploading ${file.name}…`)
    try {
      const onProgress = (progress: number) => setUpload({ state: 'sending', progress })
      const body = toForm(file, file.name)
      const answer = await sendFile<EncodedLogo>(path, body, onProgress, controller.signal)
      field.onChange(answer.logo)
      setUpload(idle)
      announce(`${file.name} is ready. Save to use it.`)
    } catch (error) {
      if (controller.signal.aborted) return
      announce('')
      setUpload({ error: errorMessage(error) })
    }
  }
  const remove = () => {
    sending.current?.abort()
    setUpload(idle)
    field.onChange('')
    announce('The logo is removed. Save to confirm.')
    input.current?.focus()
  }
  const error = 'error' in upload ? upload.error : fieldState.error?.message
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="font-semibold">
        Logo
        <OptionalMark />
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {field.value && <img src={field.value} alt="The logo" className="look-section-logo" />}
        <label
          className={buttonClass({ variant: 'secondary', size: 'small' }, 'look-section-choose')}
        >
          <ImagePlusIcon size={20} />
          <span>
            {field.value ? 'Choose another' : 'Choose a file'}
            <span className="sr-only"> for the logo</span>
          </span>
          <input
            {...fieldAriaProps(id, error)}
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
            className="sr-only"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // Without this, choosing the same file again would fire no change event.
              currentTarget.value = ''
              if (file) void send(file)
            }}
          />
        </label>
        {field.value && (
          <Button variant="quiet" size="small" onClick={remove}>
            Remove<span className="sr-only"> the logo</span>
          </Button>
        )}
      </div>
      {isSending && (
        <progress
          aria-label="Uploading the logo"
          value={upload.progress}
          max={1}
          className="mt-2 w-full"
        />
      )}
      <FieldMessage
        id={id}
        error={error}
        help="A PNG, JPEG, WebP, AVIF or GIF of up to 10 MB. Without one, pages show the first letter of the name."
      />
      <p role="status" className="text-sm empty:hidden">
        {announcement}
      </p>
    </div>
  )
}

function AccentField() {
  const { watch, setValue } = useFormContext<LookForm>()
  const accent = watch('accent')
  return (
    <SettingField
      name="accent"
      label="Accent colour"
      help="Such as #C9971C. Leave it empty for yellow and violet."
      spellCheck={false}
      optional
      suffix={
        <input
          type="color"
          aria-label="Pick the accent colour"
          value={isColor(accent) ? accent : '#c9971c'}
          onChange={({ target }) =>
            setValue('accent', target.value.toUpperCase(), {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
        />
      }
    />
  )
}

const schemeNames: Record<ColorScheme, string> = { light: 'Light', dark: 'Dark' }

/** Returns what was changed about a colour, such as "In dark mode, we made it lighter so that text is readable." */
export function describeShift(accent: string): string {
  const colors = accentColors(accent)
  const [light, dark] = (['light', 'dark'] as const).map((scheme) =>
    findShift(accent, colors[scheme].gold),
  )
  const sentence = (shift: string) => `we made it ${shift} so that text is readable.`
  if (light && light === dark) return sentence(light).replace('we', 'We')
  return [
    ...(light ? [`In light mode, ${sentence(light)}`] : []),
    ...(dark ? [`In dark mode, ${sentence(dark)}`] : []),
  ].join(' ')
}

/** Shows the chosen look in light and in dark, whatever scheme this page has. */
function LookPreview() {
  const { watch } = useFormContext<LookForm>()
  const { logo, accent: typed } = useDeferredValue(watch())
  const accent = isColor(typed.trim()) ? typed.trim() : null
  const colors = accentColors(accent)
  const shift = accent === null ? '' : describeShift(accent)
  return (
    <div>
      <p className="font-semibold">Preview</p>
      <p role="status" className="mb-2 text-ink-2 text-sm empty:hidden">
        {shift}
      </p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((scheme) => (
          <div
            key={scheme}
            className="look-section-scheme"
            style={toProperties({ ...designColors[scheme], ...colors[scheme] })}
          >
            <p className="text-ink-2 text-sm">{schemeNames[scheme]}</p>
            <p className="mt-2 mb-2 flex items-center gap-2.5">
              {logo ? (
                <img src={logo} alt="" className="look-section-logo" />
              ) : campus.brand === builtInCampus.brand ? (
                <BrandMark />
              ) : (
                <InitialMark />
              )}
              <span className="title-3">{campus.brand}</span>
            </p>
            <p className="mb-3">
              Text with <span className="link">a link</span> and a <Badge variant="sun">mark</Badge>
            </p>
            <span className={buttonClass({ variant: 'primary', size: 'small' })}>Save</span>
          </div>
        ))}
      </div>
    </div>
  )
}

const toProperties = (colors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(colors).map(([name, color]) => [`--color-${name}`, color]),
  ) as CSSProperties
