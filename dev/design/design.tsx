import { campus } from '#campus/campus.ts'
import { useHead } from '#web/navigation/head.ts'
import { BrandMark } from '#web/ui/content/brand-mark.tsx'
import { ButtonExamples } from './button-examples.tsx'
import { CardExamples } from './card-examples.tsx'
import { ChoiceExamples } from './choice-examples.tsx'
import { ColourExamples } from './colour-examples.tsx'
import { FieldExamples } from './field-examples.tsx'
import { LabelExamples } from './label-examples.tsx'
import { OverlayExamples } from './overlay-examples.tsx'
import { PhotoExamples } from './photo-examples.tsx'
import { StateExamples } from './state-examples.tsx'
import { TypeExamples } from './type-examples.tsx'
import './design.css'

export function Component() {
  useHead({
    title: `Design · ${campus.brand}`,
    description: `The colours, type and components that ${campus.brand} is built from, in every state.`,
  })
  return (
    <div className="page-width pt-12 pb-18">
      <BrandMark />
      <h1 className="title-hero mt-6">
        Paper, ink and <span className="marker">a bit of gold.</span>
      </h1>
      <p className="measure mt-6 text-ink-2 text-xl">
        Every component {campus.brand} is built from, in every state. Switch your system between
        light and dark, or use the keyboard alone: it all still works.
      </p>
      <div className="mt-12 grid gap-12 lg:gap-18">
        <ColourExamples />
        <TypeExamples />
        <ButtonExamples />
        <FieldExamples />
        <ChoiceExamples />
        <OverlayExamples />
        <LabelExamples />
        <CardExamples />
        <PhotoExamples />
        <StateExamples />
      </div>
    </div>
  )
}
