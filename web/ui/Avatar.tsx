import { initials } from '@insuremanager/contracts/rules/initials';
import { tintOf } from './tint';
import './Avatar.css';

const TINTS = 6;

interface AvatarProps {
  name: string;
  size?: 'row' | 'large';
}

export const Avatar = ({ name, size = 'row' }: AvatarProps) => (
  <span className="avatar" data-tint={tintOf(name, TINTS)} data-size={size} aria-hidden="true">
    {initials(name)}
  </span>
);
