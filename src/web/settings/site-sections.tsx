import { useFormContext } from 'react-hook-form'
import { pluralize } from '#format/format.ts'
import { fieldProps } from '../forms/field-props.ts'
import { FieldPair } from '../ui/controls/field.tsx'
import { Select } from '../ui/controls/select.tsx'
import {
  fromLines,
  LinesField,
  ListEditor,
  namesOf,
  SettingField,
  toLines,
} from './section-fields.tsx'
import { defineSection, type SectionFacts } from './section-form.tsx'

export const ContactSection = defineSection<{ contactEmail: string; postalAddress: string }>({
  id: 'contact',
  title: 'Contact',
  text: 'Students write to this email. The postal address ends every email that the site sends; some countries require it.',
  summarize: ({ contactEmail }) => contactEmail,
  settings: ['contactEmail', 'postalAddress'],
  toForm: ({ contactEmail, postalAddress }) => ({
    contactEmail,
    postalAddress: postalAddress ?? '',
  }),
  fromForm: ({ contactEmail, postalAddress }) => ({
    contactEmail: contactEmail.trim(),
    postalAddress: postalAddress.trim() || null,
  }),
  Fields: () => (
    <>
      <SettingField
        name="contactEmail"
        label="Contact email"
        help="Use a mailbox that at least two people read."
        type="email"
        inputMode="email"
      />
      <SettingField
        name="postalAddress"
        label="Postal address"
        help="Street and city, on one line."
        optional
      />
    </>
  ),
})

const newFounder = { name: '', studyField: '', bio: '', linkLabel: '', linkUrl: '' }

interface PeopleForm {
  founderQuote: string
  founders: (typeof newFounder)[]
}

export const PeopleSection = defineSection<PeopleForm>({
  id: 'people',
  title: 'People',
  text: 'The people on the About page, and a quote from them.',
  summarize: ({ founders }) => namesOf(founders) || 'Nobody yet',
  settings: ['founderQuote', 'founders'],
  toForm: ({ founderQuote, founders }) => ({
    founderQuote,
    founders: founders.map(({ link, ...founder }) => ({
      ...founder,
      linkLabel: link?.label ?? '',
      linkUrl: link?.url ?? '',
    })),
  }),
  fromForm: ({ founderQuote, founders }) => ({
    founderQuote,
    founders: founders.map(({ name, studyField, bio, linkLabel, linkUrl }) => ({
      name,
      studyField,
      bio,
      ...((linkLabel.trim() || linkUrl.trim()) && {
        link: { label: linkLabel, url: linkUrl.trim() },
      }),
    })),
  }),
  Fields: () => (
    <>
      <SettingField name="founderQuote" label="Quote" />
      <ListEditor name="founders" noun="person" newEntry={newFounder} max={12}>
        {(path) => <PersonFields path={path} />}
      </ListEditor>
    </>
  ),
})

function PersonFields({ path }: { path: string }) {
  const { getFieldState, formState } = useFormContext()
  // The settings have one link, the form has a field for each of its parts.
  const linkError = (part: string) =>
    getFieldState(`${path}.link.${part}`, formState).error?.message
  return (
    <>
      <FieldPair>
        <SettingField name={`${path}.name`} label="Name" />
        <SettingField name={`${path}.studyField`} label="Field of study" />
      </FieldPair>
      <SettingField name={`${path}.bio`} label="About them" />
      <FieldPair>
        <SettingField
          name={`${path}.linkLabel`}
          label="Text of a link"
          fallbackError={linkError('label')}
          optional
        />
        <SettingField
          name={`${path}.linkUrl`}
          label="Address of the link"
          help="Begins with https://"
          type="url"
          fallbackError={linkError('url')}
          optional
        />
      </FieldPair>
    </>
  )
}

export const RegionSection = defineSection<{ region: string }>({
  id: 'region',
  title: 'Region',
  text: 'A law pack shows notes about local law to students who are writing a rental listing, and warns readers about scams.',
  summarize: ({ region }, { lawPacks }) =>
    lawPacks.find((pack) => pack.region === region)?.name ?? 'No law pack',
  settings: ['region'],
  toForm: ({ region }) => ({ region: region ?? '' }),
  fromForm: ({ region }) => ({ region: region || null }),
  Fields: ({ facts }) => <RegionField facts={facts} />,
})

function RegionField({ facts: { lawPacks } }: { facts: SectionFacts }) {
  const form = useFormContext<{ region: string }>()
  const chosen = form.watch('region')
  const pack = lawPacks.find(({ region }) => region === chosen)
  const options = lawPacks.map(({ region, name }) => ({
    value: region,
    label: `${name} (${region})`,
  }))
  return (
    <Select
      {...fieldProps(form, 'region')}
      label="Region"
      placeholder="None of these"
      options={options}
      help={
        pack
          ? `The law pack of ${pack.name} is on. It has ${pluralize(pack.nudges, 'note')} for people who post and ${pluralize(pack.warnings, 'warning')} for readers.`
          : 'No law pack is on, so students see no notes about local law or scam wording.'
      }
    />
  )
}

interface MoneyForm {
  currency: { code: string; symbol: string }
  timeZone: string
}

export const MoneySection = defineSection<MoneyForm>({
  id: 'money',
  title: 'Money and time',
  text: "You can't change the currency or the time zone once there is a listing.",
  summarize: ({ currency, timeZone }) => `${currency.code} (${currency.symbol}) · ${timeZone}`,
  settings: ['currency', 'timeZone'],
  toForm: ({ currency, timeZone }) => ({ currency, timeZone }),
  fromForm: ({ currency, timeZone }) => ({
    currency: { ...currency, code: currency.code.trim().toUpperCase() },
    timeZone,
  }),
  canReset: ({ hasListings }) => !hasListings,
  Fields: ({ facts: { hasListings } }) => {
    const help = (text: string) => (hasListings ? 'Fixed, because there are listings.' : text)
    return (
      <>
        <FieldPair>
          <SettingField
            name="currency.code"
            label="Currency"
            help={help('Its code, such as CAD.')}
            readOnly={hasListings}
          />
          <SettingField
            name="currency.symbol"
            label="Symbol"
            help="What stands before a price, such as $."
          />
        </FieldPair>
        <SettingField
          name="timeZone"
          label="Time zone"
          help={help('Such as America/Toronto.')}
          readOnly={hasListings}
          spellCheck={false}
        />
      </>
    )
  },
})

export const OptionsSection = defineSection<{ faculties: string; itemKinds: string }>({
  id: 'options',
  title: 'Options',
  text: 'The options students can choose from when they post. If you remove one, listings that use it keep it.',
  summarize: ({ faculties, itemKinds }) => [...faculties, ...itemKinds].join(', '),
  settings: ['faculties', 'itemKinds'],
  toForm: ({ faculties, itemKinds }) => ({
    faculties: toLines(faculties),
    itemKinds: toLines(itemKinds),
  }),
  fromForm: ({ faculties, itemKinds }) => ({
    faculties: fromLines(faculties),
    itemKinds: fromLines(itemKinds),
  }),
  Fields: () => (
    <>
      <LinesField name="faculties" label="Faculties of textbooks" help="One on each line." />
      <LinesField name="itemKinds" label="Kinds of items" help="One on each line." />
    </>
  ),
})

export const SearchSection = defineSection<{ synonyms: string }>({
  id: 'search',
  title: 'Search',
  text: 'Words that mean the same here, such as the short names of your campus. Common ones, like couch and sofa, are built in. The overview lists what students searched for and did not find.',
  summarize: ({ synonyms }) => synonyms.join('; ') || 'Only the built-in words',
  settings: ['synonyms'],
  toForm: ({ synonyms }) => ({ synonyms: toLines(synonyms) }),
  fromForm: ({ synonyms }) => ({ synonyms: fromLines(synonyms) }),
  Fields: () => (
    <LinesField
      name="synonyms"
      label="Words that mean the same"
      help="One group per line, separated by commas: “North, NU”. Put the main word first."
    />
  ),
})
