-- Premium that began in each financial year, by kind
SELECT CASE WHEN date_part('month', month) < 4 THEN date_part('year', month) - 1
  ELSE date_part('year', month) END AS begins_in, kind, sum(terms) AS terms,
  sum(yearly_premium) AS yearly_premium
FROM analytics.premium_by_month GROUP BY 1, 2 ORDER BY 1, 2;

-- Premium by month, and what of it is renewals
SELECT month, sum(terms) AS terms, sum(renewals) AS renewals, sum(yearly_premium) AS yearly_premium
FROM analytics.premium_by_month GROUP BY month ORDER BY month;

-- The ten insurers with the most premium in force
SELECT insurer, count(*) AS policies, sum(yearly_premium) AS yearly_premium
FROM analytics.policies WHERE status = 'active'
GROUP BY insurer ORDER BY yearly_premium DESC, insurer LIMIT 10;

-- What each agent's book holds
SELECT coalesce(owner, 'nobody') AS owner, count(DISTINCT customer_id) AS customers,
  count(*) AS policies, sum(yearly_premium) AS yearly_premium
FROM analytics.policies WHERE status = 'active' GROUP BY 1 ORDER BY 1;

-- Customers by city and KYC
SELECT city, kyc_status, count(*) AS customers
FROM analytics.customers GROUP BY 1, 2 ORDER BY 1 NULLS LAST, 2;

-- Ages of customers
SELECT age_band, count(*) AS customers FROM analytics.customers GROUP BY 1 ORDER BY 1;

-- Customers who came, by month
SELECT date_trunc('month', added_on)::date AS month, count(*) AS customers
FROM analytics.customers GROUP BY 1 ORDER BY 1;

-- KYC that waits, by how long the customer has been there
SELECT CASE WHEN current_date - added_on < 8 THEN 'a week' WHEN current_date - added_on < 31
  THEN 'a month' WHEN current_date - added_on < 91 THEN 'a quarter' ELSE 'longer' END AS waiting,
  count(*) AS customers
FROM analytics.customers WHERE kyc_status = 'pending' GROUP BY 1 ORDER BY 1;

-- Renewal rate by month of the end
SELECT date_trunc('month', ends_on)::date AS month, count(*) AS due,
  count(*) FILTER (WHERE outcome = 'renewed') AS renewed,
  round(100.0 * count(*) FILTER (WHERE outcome = 'renewed') / count(*), 1) AS percent
FROM analytics.renewals WHERE ends_on < current_date GROUP BY 1 ORDER BY 1;

-- Why renewals were lost, by insurer
SELECT insurer, loss_reason, count(*) AS terms, sum(yearly_premium) AS yearly_premium
FROM analytics.renewals WHERE outcome = 'lost' GROUP BY 1, 2 ORDER BY 1, 2;

-- How long before the end policies are renewed
SELECT kind, percentile_cont(0.5) WITHIN GROUP (ORDER BY days_before_end) AS median_days
FROM analytics.renewals WHERE outcome = 'renewed' GROUP BY kind ORDER BY kind;

-- What a renewal does to the premium
SELECT kind, round(avg(renewed_premium / nullif(yearly_premium, 0)), 3) AS factor
FROM analytics.renewals WHERE outcome = 'renewed' GROUP BY kind ORDER BY kind;

-- Premium that ends in each of the next months
SELECT date_trunc('month', ends_on)::date AS month, kind, count(*) AS policies,
  sum(yearly_premium) AS yearly_premium
FROM analytics.policies WHERE status = 'active' GROUP BY 1, 2 ORDER BY 1, 2;

-- From quotation to policy, by month
SELECT month, sum(quoted) AS quoted, sum(emailed) AS emailed, sum(accepted) AS accepted,
  sum(became_policies) AS became_policies, sum(sold_total) AS sold_total
FROM analytics.quotation_funnel GROUP BY month ORDER BY month;

-- Insurers whose quotations are taken
SELECT insurer, count(*) AS quoted, count(policy_id) AS became_policies
FROM analytics.quotations GROUP BY 1 ORDER BY 1 NULLS LAST;

-- Quotations that wait, by whose customer they are for
SELECT coalesce(owner, 'nobody') AS owner, count(*) AS quotations, sum(total) AS total
FROM analytics.quotations WHERE status = 'pending' GROUP BY 1 ORDER BY 1;

-- What customers with more than one policy are worth
SELECT policies, count(*) AS customers, sum(yearly_premium) AS yearly_premium
FROM (SELECT customer_id, count(*) AS policies, sum(yearly_premium) AS yearly_premium
  FROM analytics.policies WHERE status = 'active' GROUP BY customer_id) AS book
GROUP BY policies ORDER BY policies;

-- Vehicles by type and make
SELECT vehicle_type, vehicle_make, count(*) AS terms
FROM analytics.terms WHERE kind = 'vehicle' GROUP BY 1, 2 ORDER BY 1, 2;

-- Reminders by what became of them
SELECT type, status, suppression, count(*) AS reminders
FROM analytics.reminders GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;

-- Terms that were renewed after a reminder, by the channel that took it
SELECT by_email, by_sms, by_whatsapp, count(DISTINCT term_id) AS reminded,
  count(DISTINCT term_id) FILTER (WHERE renewals.renewed_on >= reminders.sent_on) AS renewed
FROM analytics.reminders JOIN analytics.renewals USING (term_id)
WHERE reminders.status = 'sent' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;

-- What is done, by whom and how often (where the log is in Postgres, and of Parquet files anyhow)
SELECT category, type, role, done_by, count(*) AS events, max(occurred_on) AS last_on
FROM analytics.events GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
