import { PoliciesScreen } from './PoliciesScreen';

export default function HealthPoliciesScreen() {
  return <PoliciesScreen kind="health" />;
}
