import { RenewalBoard } from './RenewalBoard';

export default function RenewalBoardScreen() {
  return <RenewalBoard />;
}
