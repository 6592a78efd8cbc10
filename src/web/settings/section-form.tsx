import { type ReactNode, useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  FormProvider,
  type Resolver,
  set,
  type UseFormReturn,
} from 'react-hook-form'
import { sentCampusFields } from '#campus/campus-schema.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SettingsResponse } from '#contract/settings.ts'
import { findChangedSettings } from '#contract/settings-changes.ts'
import { useTouchedForm } from '../forms/use-touched-form.ts'
import { ApiError, errorMessage } from '../queries/api.ts'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { SectionFrame } from './section-frame.tsx'

/** What the sections show besides the settings. */
export type SectionFacts = Pick<
  SettingsResponse,
  'defaults' | 'hasListings' | 'students' | 'lawPacks'
>

export interface SectionProps {
  settings: CampusSettings
  facts: SectionFacts
  /**
   * Saves the settings of the section. Resolves with all settings as they are now, or with undefined if the admin goes on
   * editing. An `ApiError` with fields is shown at the fields.
   */
  onSave: (changes: Partial<CampusSettings>) => Promise<CampusSettings | undefined>
  /** The label of a button that also goes on without a change. */
  saveLabel?: string
  isReadOnly?: boolean
  /** The path that a logo is uploaded to. A set-up has one of its own. */
  logoPath?: string
  /** Keeps what was typed and not saved, until the tab is closed, for when the section is shown again. */
  keepsTyped?: boolean
  /** Whether the section is a row that a press opens. */
  isRow?: boolean
}

/** A part of the settings with a form of its own. */
export interface SectionDefinition<Form extends FieldValues> {
  id: string
  title: string
  text?: string
  /** Says in a line what is set now. It is shown while the section is closed. */
  summarize?: (settings: CampusSettings, facts: SectionFacts) => string
  settings: readonly (keyof CampusSettings)[]
  /** Returns the settings as the form shows them: a list of words is a text with a line for each. */
  toForm: (settings: CampusSettings) => Form
  fromForm: (form: Form) => Partial<CampusSettings>
  /** Changes what was typed before it is checked. */
  arrange?: (form: UseFormReturn<Form>) => void
  /** Whether the default can be saved. */
  canReset?: (facts: SectionFacts) => boolean
  Fields: (props: FieldsProps) => ReactNode
}

interface FieldsProps {
  facts: SectionFacts
  logoPath: string
  /** Tells the form that a field is still loading something. It cannot be saved until then. */
  onLoading: (isLoading: boolean) => void
}

type Section<Form extends FieldValues> = ((props: SectionProps) => ReactNode) &
  SectionDefinition<Form>

/** Makes the component of a section. */
export function defineSection<Form extends FieldValues>(
  definition: SectionDefinition<Form>,
): Section<Form> {
  const Component = (props: SectionProps) => <SectionForm definition={definition} {...props} />
  return Object.assign(Component, definition)
}

function SectionForm<Form extends FieldValues>({
  definition,
  settings,
  facts,
  onSave,
  saveLabel,
  isReadOnly = false,
  logoPath = apiPaths.logo,
  keepsTyped = false,
  isRow = false,
}: SectionProps & { definition: SectionDefinition<Form> }) {
  const { id, title, text, summarize, toForm, arrange, canReset, Fields } = definition
  // A step of the set-up also goes on without a change, with a label of its own.
  const savesChanges = saveLabel === undefined
  const form = useTouchedForm<Form>({
    defaultValues: toForm(settings) as DefaultValues<Form>,
    resolver: createResolver(definition),
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const isHydrated = useHydrated()
  const [isLoading, setLoading] = useState(false)
  // Settings that somebody else saved are shown, unless something was typed here.
  useEffect(() => {
    if (!form.formState.isDirty) form.reset(toForm(settings))
  }, [form, toForm, settings])
  useKeptForm(form, keepsTyped ? id : undefined)

  const save = async (changes: Partial<CampusSettings>) => {
    try {
      const saved = await onSave(changes)
      if (!saved) return
      form.reset(toForm(saved))
      keptForms.delete(id)
    } catch (error) {
      showErrors(form, error)
    }
  }
  // The resolver returns settings, not the form's own values.
  const submit = form.handleSubmit((values) => save(values as unknown as Partial<CampusSettings>))
  const defaults = facts.defaults && pick(facts.defaults, definition.settings)
  const isDefault =
    !defaults || findChangedSettings(settings, { ...settings, ...defaults }).length === 0
  const summary = isRow ? summarize?.(settings, facts) : undefined
  return (
    <SectionFrame id={id} title={title} text={text} summary={summary} isUnsaved={isDirty}>
      <FormProvider {...form}>
        {/* method="dialog" does nothing outside a dialog, so that nothing is sent before hydration. */}
        <form
          method="dialog"
          noValidate
          className="panel min-w-0"
          onSubmit={(event) => {
            arrange?.(form)
            void submit(event)
          }}
        >
          <fieldset disabled={!isHydrated || isReadOnly} className="grid min-w-0 grid-cols-1 gap-4">
            <legend className="sr-only">{title}</legend>
            <Fields facts={facts} logoPath={logoPath} onLoading={setLoading} />
          </fieldset>
          {errors.root?.message && (
            <div className="mt-4">
              <Callout variant="danger">{errors.root.message}</Callout>
            </div>
          )}
          {!isReadOnly && (
            <div className="mt-4 flex flex-wrap gap-3">
              <Button
                type="submit"
                busy={isSubmitting || isLoading}
                disabled={!isHydrated || (savesChanges && !isDirty && !isSubmitting)}
              >
                {saveLabel ?? 'Save'}
                <span className="sr-only"> {title}</span>
              </Button>
              {isDirty && (
                <Button variant="secondary" onClick={() => form.reset(toForm(settings))}>
                  Discard changes<span className="sr-only"> to {title}</span>
                </Button>
              )}
              {!isDefault && canReset?.(facts) !== false && (
                <Button variant="quiet" disabled={!isHydrated} onClick={() => save(defaults)}>
                  Reset to default<span className="sr-only">: {title}</span>
                </Button>
              )}
            </div>
          )}
        </form>
      </FormProvider>
    </SectionFrame>
  )
}

/** What was typed into sections that are not shown now, by their ids. */
const keptForms = new Map<string, unknown>()

/** Keeps a form that has changes while its section is not shown. */
function useKeptForm<Form extends FieldValues>(form: UseFormReturn<Form>, id: string | undefined) {
  useEffect(() => {
    if (id === undefined) return
    const kept = keptForms.get(id)
    if (kept) form.reset(kept as Form, { keepDefaultValues: true })
    return () => {
      if (form.formState.isDirty) keptForms.set(id, form.getValues())
      else keptForms.delete(id)
    }
  }, [form, id])
}

const pick = (settings: CampusSettings, names: readonly (keyof CampusSettings)[]) =>
  Object.fromEntries(names.map((name) => [name, settings[name]])) as Partial<CampusSettings>

/** Checks the form with the rules of the server. The result is settings. */
export function createResolver<Form extends FieldValues>({
  settings,
  fromForm,
}: SectionDefinition<Form>): Resolver<Form> {
  const names = Object.fromEntries(settings.map((name) => [name, true as const]))
  const schema = sentCampusFields.pick(names as { brand: true })
  return async (form) => {
    const values = fromForm(form)
    const { success, data, error } = schema.safeParse(values)
    if (success) return { values: data as unknown as Form, errors: {} }
    const errors: FieldErrors<Form> = {}
    for (const { path, message } of error.issues) {
      set(errors, errorPath(values, path), { type: 'invalid', message })
    }
    return { values: {}, errors }
  }
}

/** Errors about a list as a whole are at its `root`, so that they do not replace those of its entries. */
function errorPath(values: object, path: readonly PropertyKey[]): string {
  const value = path.reduce<unknown>(
    (parent, key) => (parent as Record<PropertyKey, unknown> | undefined)?.[key],
    values,
  )
  const name = path.map(String).join('.')
  return Array.isArray(value) ? `${name}.root` : name
}

/** Shows what the server says at its fields, or below the form. */
function showErrors<Form extends FieldValues>(form: UseFormReturn<Form>, error: unknown) {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  const known = Object.keys(form.getValues())
  const own = fields.filter(([path]) => known.includes(path.split('.')[0] ?? ''))
  for (const [path, message] of own) form.setError(path as FieldPath<Form>, { message })
  if (own.length === 0) form.setError('root', { message: errorMessage(error) })
}
