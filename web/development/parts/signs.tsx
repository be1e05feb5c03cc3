import { Button } from '@blueprintjs/core';
import { Edit, Share } from '@blueprintjs/icons';
import { HIDDEN } from '@insuremanager/contracts/rules/masks';
import { useEffect } from 'react';
import { Avatar } from '../../ui/Avatar';
import { BrandMark } from '../../ui/BrandMark';
import { CopyButton } from '../../ui/CopyButton';
import { IconButton, IconLink } from '../../ui/IconButton';
import { lazyPart } from '../../ui/lazyPart';
import { PeopleIcon, PercentIcon, RupeeIcon } from '../../ui/navIcons';
import { Hidden, Phone } from '../../ui/Phone';
import { Badge, StatusBadge } from '../../ui/StatusBadge';
import { STATUS_TONES } from '../../ui/statusTones';
import { Tip } from '../../ui/Tip';
import { type Toast, useToast } from '../../ui/toaster/Toaster';
import { type Family, inStates, within } from '../family';
import { nothing, TEXTS } from '../samples';

const wordFor = <Word extends string>(words: readonly Word[]) =>
  Object.fromEntries(words.map((word) => [word, word])) as Record<Word, Word>;

const MissingPart = lazyPart(() => Promise.reject(new Error('No network')));

function Shown({ toast }: { toast: Toast }) {
  const showToast = useToast();
  useEffect(() => showToast(toast), [showToast, toast]);
  return null;
}

/** What says one thing, or does one. */
export const SIGNS: Family = {
  PeopleIcon: { usual: <PeopleIcon />, large: <PeopleIcon size={20} /> },
  PercentIcon: { usual: <PercentIcon />, large: <PercentIcon size={20} /> },
  RupeeIcon: { usual: <RupeeIcon /> },
  BrandMark: { usual: <BrandMark />, large: <BrandMark size={48} /> },
  Avatar: inStates(wordFor([...'ABCDEF', ...Object.values(TEXTS)]), (name) => (
    <>
      <Avatar name={name} /> <Avatar name={name} size="large" />
    </>
  )),
  Badge: inStates(wordFor(Object.values(STATUS_TONES)), (tone) => (
    <Badge tone={tone}>{TEXTS.Malayalam}</Badge>
  )),
  StatusBadge: inStates(wordFor([...Object.keys(STATUS_TONES), 'any_other']), (status) => (
    <StatusBadge status={status} />
  )),
  Phone: {
    mobile: <Phone number="+919847012345" />,
    'without WhatsApp': <Phone number="0471 2345678" />,
    'in a row': <Phone number="+919847012345" isInRow />,
    hidden: <Phone number={HIDDEN} />,
  },
  Hidden: { usual: <Hidden /> },
  CopyButton: { 'says when it is done': <CopyButton text="4F9A" what="key" /> },
  IconButton: inStates(
    { usual: {}, small: { size: 'small' }, disabled: { disabled: true } },
    (props) => <IconButton text="Edit" icon={<Edit />} {...(props as object)} />,
  ),
  IconLink: { usual: <IconLink text="Open elsewhere" icon={<Share />} href="/ui" /> },
  Tip: inStates(
    { waits: {}, 'at once': { atOnce: true }, disabled: { disabled: true } },
    (props) => (
      <Tip text={TEXTS.long} {...props}>
        <Button>Point here</Button>
      </Tip>
    ),
  ),
  Toast: inStates<Toast, () => React.ReactNode>(
    {
      plain: { title: 'Saved' },
      'long text, with an action': {
        ...{ title: 'Customer Updated', description: `${TEXTS.long}. ${TEXTS.Malayalam}` },
        action: { text: 'Undo', onAction: nothing },
      },
      'with a link': { title: 'Letter Made', link: { text: 'Open', href: '/ui' } },
      destructive: { title: 'Error', description: TEXTS.long, tone: 'destructive' },
    },
    (toast) => () => <Shown toast={toast} />,
  ),
  lazyPart: { 'its code did not come': within(340, <MissingPart />) },
  FullScreenSpinner: { 'in a frame': <iframe src="/ui?spinner" title="FullScreenSpinner" /> },
};
