import { useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { revalidate } from '../../forms/revalidate.ts'
import type { FormValues } from './form-values.ts'

/** Validates the field again when another makes it required or optional: its error comes and goes with that. */
export function useRevalidate(name: string, isRequired: boolean) {
  const form = useFormContext<FormValues>()
  const onChange = useEffectEvent((_isRequired: boolean) => revalidate(form, name))
  useEffect(() => onChange(isRequired), [isRequired])
}
