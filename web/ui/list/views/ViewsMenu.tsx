import { Intent, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Blank, Edit, FloppyDisk, People, Refresh, Tick, Trash } from '@blueprintjs/icons';
import type { ViewedList } from '@insuremanager/contracts/savedViews/savedViews';
import { PAST_DAY } from '../../../data/pastDay';
import { ActionMenu } from '../../ActionMenu';
import { useAllowed } from '../../allowed';
import { useConfirm } from '../../Confirm';
import { useAddress } from '../../useAddress';
import { type AddressedList, addressOfList, OPENED_VIEW, opening } from './listAddress';
import { useChangeViews } from './useChangeViews';
import type { SavedView, SavedViews } from './useSavedViews';

export interface ViewsMenuProps {
  design: AddressedList & { names: { many: string } };
  list: ViewedList;
  saved: SavedViews;
  shown: { view: SavedView; isChanged: boolean } | null;
  /** Asks for the name of a view, or of a new one. */
  onName: (view: SavedView | null) => void;
  onClose: () => void;
}

/** The list as usual, the views of it, and what can be done with the one that is shown. */
export default function ViewsMenu(props: ViewsMenuProps) {
  const { design, saved, shown, onName, onClose } = props;
  const { params, open } = useAddress();
  const { views = [] } = saved;
  const now = addressOfList(design, params);
  const show = (view: SavedView | null) => open(opening(design, view));
  const itemsOf = (title: string, some: readonly SavedView[]) =>
    some.length > 0 && (
      <li role="none" className="views-group">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs */}
        <div role="group" aria-label={title}>
          <p aria-hidden="true">{title}</p>
          <ul role="none">
            {some.map((view) => (
              <ViewItem
                key={view.id}
                text={view.name}
                isShown={shown?.view.id === view.id}
                onClick={() => show(view)}
              />
            ))}
          </ul>
        </div>
      </li>
    );
  return (
    <ActionMenu label={`Views of ${design.names.many}`}>
      <ViewItem
        text={`All ${design.names.many}`}
        isShown={shown === null && now === ''}
        onClick={() => show(null)}
      />
      {itemsOf(
        'My views',
        views.filter(({ isShared }) => !isShared),
      )}
      {itemsOf(
        'Shared',
        views.filter(({ isShared }) => isShared),
      )}
      {saved.isFailed && (
        <MenuItem
          text="Views could not be loaded. Retry"
          icon={<Refresh />}
          shouldDismissPopover={false}
          onClick={saved.reload}
        />
      )}
      {PAST_DAY === null && (
        <>
          <MenuDivider />
          <MenuItem
            text="Save as new view…"
            icon={<FloppyDisk />}
            onClick={() => {
              onClose();
              onName(null);
            }}
          />
          {shown && <ActionsOnView {...props} shown={shown} now={now} />}
        </>
      )}
    </ActionMenu>
  );
}

interface ViewItemProps {
  text: string;
  isShown: boolean;
  onClick: () => void;
}

const ViewItem = ({ text, isShown, onClick }: ViewItemProps) => (
  <MenuItem
    text={<bdi>{text}</bdi>}
    icon={isShown ? <Tick /> : <Blank />}
    aria-current={isShown ? 'true' : undefined}
    className="view-item"
    onClick={onClick}
  />
);

interface ActionsProps extends ViewsMenuProps {
  shown: { view: SavedView; isChanged: boolean };
  /** The address of what is shown. */
  now: string;
}

/** What can be done with the view that is shown; with a shared one by whoever may share. */
function ActionsOnView({ list, shown, now, onName, onClose }: ActionsProps) {
  const { view, isChanged } = shown;
  const { change } = useAddress();
  const { update, remove } = useChangeViews(list);
  const confirm = useConfirm();
  const canShare = useAllowed('views.share');
  if (view.isShared && !canShare) return null;

  const askAndRemove = async () => {
    const isSure = await confirm({
      title: `Delete the view “${view.name}”?`,
      text: view.isShared
        ? 'It goes for everybody. The records in it stay.'
        : 'The records in it stay.',
      confirm: 'Delete',
    });
    if (isSure && (await remove(view))) change({ [OPENED_VIEW]: null });
  };
  return (
    <>
      {isChanged && (
        <MenuItem
          text="Update to what is shown"
          icon={<FloppyDisk />}
          onClick={() => void update(view, { address: now }, 'View Updated')}
        />
      )}
      <MenuItem
        text="Rename…"
        icon={<Edit />}
        onClick={() => {
          onClose();
          onName(view);
        }}
      />
      {canShare && (
        <MenuItem
          text={view.isShared ? 'Stop sharing' : 'Share with everybody'}
          icon={<People />}
          onClick={() =>
            void update(
              view,
              { isShared: !view.isShared },
              view.isShared ? 'View No Longer Shared' : 'View Shared',
            )
          }
        />
      )}
      <MenuItem
        text="Delete…"
        icon={<Trash />}
        intent={Intent.DANGER}
        onClick={() => void askAndRemove()}
      />
    </>
  );
}
