/*
 * Our categories: `id | English | Vietnamese | OSM tags`, by group. Ids are Google's place types
 * where it has one; a line that is indented goes on with the tags of the one before. The first tag
 * is the purest: an operator's place of that category bears it. `shop=*` takes what no line names;
 * `tag+religion=x` goes before `tag` alone.
 */
export const TAXONOMY: Readonly<Record<string, string>> = {
  food_and_drink: `
restaurant | Restaurant | Nhà hàng, quán ăn | amenity=restaurant amenity=restaurants amenity=food
cafe | Café | Quán cà phê | amenity=cafe amenity=coffee
tea_house | Tea house | Quán trà | amenity=tea shop=bubble_tea
fast_food_restaurant | Fast food | Đồ ăn nhanh | amenity=fast_food
food_court | Food court | Khu ẩm thực | amenity=food_court
bar | Bar | Quán bar | amenity=bar amenity=hookah_lounge
pub | Pub | Quán bia, quán nhậu | amenity=pub amenity=biergarten
night_club | Nightclub | Vũ trường | amenity=nightclub amenity=stripclub leisure=dance
ice_cream_shop | Ice cream shop | Tiệm kem | amenity=ice_cream shop=ice_cream
bakery | Bakery | Tiệm bánh | shop=bakery shop=pastry
dessert_shop | Confectionery | Cửa hàng bánh kẹo | shop=confectionery shop=chocolate
`,
  shopping: `
supermarket | Supermarket | Siêu thị | shop=supermarket
convenience_store | Convenience store | Cửa hàng tiện lợi | shop=convenience shop=kiosk
grocery_store | Grocery store | Cửa hàng thực phẩm | shop=grocery shop=food shop=frozen_food
  shop=dairy shop=pasta shop=rice shop=spices shop=deli
variety_store | Variety store | Cửa hàng tạp hóa | shop=variety_store shop=general
  shop=country_store
shopping_mall | Shopping mall | Trung tâm thương mại | shop=mall
department_store | Department store | Cửa hàng bách hóa | shop=department_store
market | Market | Chợ | amenity=marketplace shop=market
greengrocer | Fruit and vegetables | Cửa hàng rau quả | shop=greengrocer shop=farm shop=organic
butcher_shop | Butcher | Cửa hàng thịt | shop=butcher
seafood_market | Seafood shop | Cửa hàng hải sản | shop=seafood
liquor_store | Liquor store | Cửa hàng rượu bia | shop=alcohol shop=wine
beverage_store | Beverage store | Cửa hàng đồ uống | shop=beverages shop=water shop=coffee shop=tea
health_food_store | Health food store | Cửa hàng thực phẩm sức khỏe | shop=health_food
  shop=nutrition_supplements shop=herbalist
clothing_store | Clothing store | Cửa hàng quần áo | shop=clothes shop=boutique shop=fashion
shoe_store | Shoe store | Cửa hàng giày dép | shop=shoes
fashion_accessories_store | Bags and accessories | Cửa hàng túi xách, phụ kiện | shop=bag
  shop=fashion_accessories shop=leather shop=watches shop=accessories
jewelry_store | Jewelry store | Tiệm vàng bạc, đá quý | shop=jewelry shop=gold_buyer
cosmetics_store | Cosmetics store | Cửa hàng mỹ phẩm | shop=cosmetics shop=perfumery
  shop=hairdresser_supply shop=wigs
fabric_store | Fabric store | Cửa hàng vải | shop=fabric shop=curtain shop=sewing
  shop=household_linen
baby_store | Baby goods store | Cửa hàng mẹ và bé | shop=baby_goods
toy_store | Toy store | Cửa hàng đồ chơi | shop=toys shop=games shop=model shop=hobby
gift_shop | Gift shop | Cửa hàng quà tặng, lưu niệm | shop=gift shop=candles shop=collector
book_store | Bookstore | Nhà sách | shop=books
stationery_store | Stationery store | Cửa hàng văn phòng phẩm | shop=stationery
newsstand | Newsstand | Sạp báo | shop=newsagent
cell_phone_store | Mobile phone store | Cửa hàng điện thoại | shop=mobile_phone
  shop=mobile_phone_accessories
electronics_store | Electronics store | Cửa hàng điện máy | shop=electronics shop=hifi shop=camera
  shop=radiotechnics shop=video_games
computer_store | Computer store | Cửa hàng máy tính | shop=computer shop=printer_ink shop=printer
appliance_store | Appliance store | Cửa hàng điện gia dụng | shop=appliance shop=vacuum_cleaner
electrical_store | Electrical supplies | Cửa hàng thiết bị điện | shop=electrical shop=lighting
home_goods_store | Home goods store | Cửa hàng đồ gia dụng | shop=houseware shop=pottery
  shop=kitchen shop=interior_decoration
furniture_store | Furniture store | Cửa hàng nội thất | shop=furniture shop=bed shop=carpet
  shop=antiques
hardware_store | Hardware store | Cửa hàng ngũ kim | shop=hardware shop=paint shop=steel
  shop=plastic shop=tools
home_improvement_store | Building materials | Cửa hàng vật liệu xây dựng | shop=doityourself
  shop=trade shop=tiles shop=flooring shop=bathroom_furnishing shop=doors shop=building_materials
  shop=glaziery
garden_center | Garden center | Cửa hàng cây cảnh | shop=garden_centre
farm_supply_store | Farm supply store | Cửa hàng vật tư nông nghiệp | shop=agrarian
florist | Florist | Cửa hàng hoa | shop=florist
pet_store | Pet store | Cửa hàng thú cưng | shop=pet shop=pet_grooming
sporting_goods_store | Sporting goods store | Cửa hàng thể thao | shop=sports shop=outdoor
  shop=fishing shop=scuba_diving
musical_instrument_store | Music store | Cửa hàng nhạc cụ | shop=musical_instrument shop=music
art_supply_store | Art and craft shop | Cửa hàng mỹ nghệ | shop=art shop=craft shop=frame
optician | Optician | Cửa hàng mắt kính | shop=optician healthcare=optometrist
medical_supply_store | Medical supplies | Cửa hàng thiết bị y tế | shop=medical_supply
  shop=hearing_aids
religious_goods_store | Religious goods store | Cửa hàng đồ thờ cúng | shop=religion shop=offerings
tobacco_shop | Tobacco shop | Cửa hàng thuốc lá | shop=tobacco shop=e-cigarette
gas_supplier | Bottled gas shop | Cửa hàng gas | shop=gas shop=fuel
lottery_shop | Lottery shop | Đại lý vé số | shop=lottery shop=bookmaker
second_hand_store | Second-hand store | Cửa hàng đồ cũ | shop=second_hand shop=charity
wholesaler | Wholesaler | Cửa hàng bán sỉ | shop=wholesale
store | Shop | Cửa hàng | shop=yes shop=* building=retail landuse=retail
`,
  lodging: `
lodging | Hotel or other lodging | Khách sạn, nhà nghỉ | tourism=hotel tourism=guest_house
  tourism=hostel tourism=motel tourism=apartment tourism=chalet tourism=resort leisure=resort
  building=hotel amenity=love_hotel
campground | Campground | Khu cắm trại | tourism=camp_site tourism=caravan_site
  tourism=wilderness_hut tourism=alpine_hut
beach_resort | Beach resort | Khu nghỉ dưỡng biển | leisure=beach_resort
`,
  health: `
hospital | Hospital | Bệnh viện | amenity=hospital healthcare=hospital building=hospital
clinic | Clinic | Phòng khám, trạm y tế | amenity=clinic healthcare=clinic healthcare=centre
  healthcare=yes healthcare=*
doctor | Doctor | Phòng khám bác sĩ | amenity=doctors healthcare=doctor office=physician
dentist | Dentist | Nha khoa | amenity=dentist healthcare=dentist
pharmacy | Pharmacy | Nhà thuốc | amenity=pharmacy healthcare=pharmacy
drugstore | Drugstore | Cửa hàng dược, hóa mỹ phẩm | shop=chemist
medical_lab | Medical laboratory | Phòng xét nghiệm | healthcare=laboratory
  healthcare=sample_collection healthcare=blood_donation
physiotherapist | Physical therapist | Vật lý trị liệu | healthcare=physiotherapist
  healthcare=rehabilitation
traditional_medicine | Traditional medicine | Y học cổ truyền | healthcare=alternative
veterinary_care | Veterinary care | Thú y | amenity=veterinary amenity=animal_boarding
  amenity=animal_shelter amenity=veterinary_pharmacy
nursing_home | Nursing home | Viện dưỡng lão | amenity=nursing_home social_facility=nursing_home
social_facility | Social facility | Cơ sở bảo trợ xã hội | amenity=social_facility
  amenity=refugee_site
ambulance_station | Ambulance station | Trạm cấp cứu | emergency=ambulance_station emergency=*
`,
  finance: `
bank | Bank | Ngân hàng | amenity=bank
atm | ATM | ATM | amenity=atm
currency_exchange | Currency exchange | Đổi tiền | amenity=bureau_de_change
money_transfer | Money transfer | Dịch vụ chuyển tiền | amenity=money_transfer
  amenity=payment_centre amenity=payment_terminal
pawn_shop | Pawnshop | Tiệm cầm đồ | shop=pawnbroker shop=money_lender
insurance_agency | Insurance agency | Công ty bảo hiểm | office=insurance
financial_office | Financial services | Dịch vụ tài chính | office=financial
  office=financial_advisor
accounting | Accountant | Kế toán, thuế | office=accountant office=tax_advisor
`,
  education: `
school | School | Trường học | amenity=school building=school landuse=education amenity=education
preschool | Kindergarten | Trường mầm non | amenity=kindergarten amenity=childcare
  building=kindergarten
college | College | Trường cao đẳng | amenity=college building=college
university | University | Trường đại học | amenity=university building=university
language_school | Language school | Trung tâm ngoại ngữ | amenity=language_school
music_school | Music school | Trường dạy nhạc | amenity=music_school amenity=dancing_school
driving_school | Driving school | Trường dạy lái xe | amenity=driving_school amenity=driver_training
training_center | Training center | Trung tâm đào tạo | amenity=training amenity=prep_school
  office=educational_institution
library | Library | Thư viện | amenity=library amenity=public_bookcase amenity=toy_library
research_institute | Research institute | Viện nghiên cứu | amenity=research_institute
  office=research
`,
  transportation: `
airport | Airport | Sân bay | aeroway=aerodrome
airport_terminal | Airport terminal | Nhà ga sân bay | aeroway=terminal aeroway=*
heliport | Heliport | Sân bay trực thăng | aeroway=heliport
train_station | Train station | Nhà ga xe lửa | railway=station railway=halt building=train_station
subway_station | Metro entrance | Lối vào ga metro | railway=subway_entrance
tram_stop | Tram stop | Trạm xe điện | railway=tram_stop railway=*
bus_station | Bus station | Bến xe | amenity=bus_station
bus_stop | Bus stop | Trạm xe buýt | highway=bus_stop public_transport=platform
transit_station | Transit station | Trạm trung chuyển | public_transport=station public_transport=*
cable_car_station | Cable car station | Ga cáp treo | aerialway=station aerialway=*
ferry_terminal | Ferry terminal | Bến phà, bến tàu | amenity=ferry_terminal man_made=pier
marina | Marina | Bến du thuyền | leisure=marina leisure=slipway
taxi_stand | Taxi stand | Bến taxi | amenity=taxi
parking | Parking | Bãi đỗ xe | amenity=parking amenity=car_pooling
motorcycle_parking | Motorbike parking | Bãi giữ xe máy | amenity=motorcycle_parking
  amenity=bicycle_parking
gas_station | Gas station | Trạm xăng | amenity=fuel
charging_station | EV charging station | Trạm sạc xe điện | amenity=charging_station
car_rental | Car rental | Cho thuê ô tô | amenity=car_rental amenity=car_sharing
motorcycle_rental | Motorbike rental | Cho thuê xe máy | amenity=motorcycle_rental
bicycle_rental | Bicycle rental | Cho thuê xe đạp | amenity=bicycle_rental
car_dealer | Car dealer | Đại lý ô tô | shop=car shop=caravan shop=truck
car_repair | Car repair | Sửa chữa ô tô | shop=car_repair
auto_parts_store | Car parts store | Phụ tùng ô tô | shop=car_parts
tire_shop | Tire shop | Cửa hàng lốp xe | shop=tyres
car_wash | Car wash | Rửa xe | amenity=car_wash
motorcycle_dealer | Motorbike dealer | Cửa hàng xe máy | shop=motorcycle
motorcycle_repair | Motorbike repair | Sửa xe máy | shop=motorcycle_repair shop=motorcycle_parts
bicycle_store | Bicycle store | Cửa hàng xe đạp | shop=bicycle
vehicle_inspection | Vehicle inspection | Trạm đăng kiểm | amenity=vehicle_inspection
rest_stop | Rest stop | Trạm dừng nghỉ | highway=services highway=rest_area
motorway_junction | Motorway exit | Nút giao cao tốc | highway=motorway_junction highway=*
toll_station | Toll station | Trạm thu phí | barrier=toll_booth
border_crossing | Border crossing | Cửa khẩu | barrier=border_control barrier=*
bridge | Bridge | Cầu | man_made=bridge
`,
  services: `
post_office | Post office | Bưu điện | amenity=post_office amenity=post_depot amenity=post_box
courier_service | Parcel service | Dịch vụ chuyển phát | amenity=parcel_locker office=courier
  office=logistics shop=outpost
hair_salon | Hair salon | Tiệm làm tóc | shop=hairdresser
beauty_salon | Beauty salon | Thẩm mỹ viện | shop=beauty
massage | Massage | Mát xa | shop=massage
spa | Sauna and spa | Spa, xông hơi | leisure=sauna leisure=spa amenity=spa amenity=public_bath
tattoo_shop | Tattoo studio | Tiệm xăm | shop=tattoo shop=piercing
laundry | Laundry | Giặt ủi | shop=laundry shop=dry_cleaning
tailor | Tailor | Tiệm may | shop=tailor craft=tailor craft=dressmaker
shoe_repair | Shoe repair | Sửa giày | shop=shoe_repair craft=shoemaker
repair_shop | Repair shop | Cửa hàng sửa chữa | shop=repair craft=electronics_repair
  shop=computer_repair
locksmith | Locksmith | Thợ khóa | shop=locksmith craft=locksmith craft=key_cutter
photo_studio | Photo studio | Tiệm chụp ảnh | shop=photo shop=photograph craft=photographer
  amenity=studio
copy_shop | Copy shop | Tiệm photocopy, in ấn | shop=copyshop craft=printer shop=printing
  shop=graphics shop=advertising_graphic
internet_cafe | Internet café | Tiệm internet | amenity=internet_cafe
travel_agency | Travel agency | Công ty du lịch | shop=travel_agency office=travel_agent
  office=guide
ticket_office | Ticket office | Đại lý vé | shop=ticket
real_estate_agency | Real estate agency | Văn phòng bất động sản | office=estate_agent
  office=property_management
lawyer | Law office | Văn phòng luật sư | office=lawyer
notary | Notary office | Văn phòng công chứng | office=notary
telecom_office | Telecom office | Văn phòng viễn thông | office=telecommunication
  shop=telecommunication
employment_agency | Employment agency | Trung tâm việc làm | office=employment_agency
coworking_space | Coworking space | Không gian làm việc chung | office=coworking
  amenity=coworking_space
corporate_office | Company office | Văn phòng công ty | office=company office=yes office=*
  building=office building=commercial landuse=commercial
association | Association or NGO | Hội, tổ chức xã hội | office=association office=ngo
  office=foundation office=charity office=union office=political_party club=*
craft_workshop | Workshop | Xưởng thủ công | craft=carpenter craft=*
factory | Factory | Nhà máy | man_made=works building=industrial landuse=industrial
storage | Storage and warehouse | Kho bãi | shop=storage_rental building=warehouse shop=rental
funeral_home | Funeral home | Dịch vụ tang lễ | shop=funeral_directors amenity=funeral_hall
  amenity=crematorium amenity=mortuary
public_bathroom | Public toilets | Nhà vệ sinh công cộng | amenity=toilets amenity=shower
drinking_water | Drinking water | Nước uống công cộng | amenity=drinking_water amenity=water_point
recycling_center | Recycling | Điểm thu gom rác | amenity=recycling amenity=waste_transfer_station
telephone | Public telephone | Điện thoại công cộng | amenity=telephone
vending_machine | Vending machine | Máy bán hàng tự động | amenity=vending_machine
power_plant | Power plant | Nhà máy điện | power=plant power=*
water_works | Waterworks | Nhà máy nước | man_made=water_works office=water_utility
`,
  government: `
city_hall | People's Committee | Ủy ban nhân dân | amenity=townhall
local_government_office | Government office | Cơ quan nhà nước | office=government
  office=administrative amenity=public_building amenity=public_service office=quango
police | Police | Công an | amenity=police
fire_station | Fire station | Cảnh sát phòng cháy chữa cháy | amenity=fire_station
courthouse | Courthouse | Tòa án | amenity=courthouse
prison | Prison | Trại giam | amenity=prison
embassy | Embassy or consulate | Đại sứ quán, lãnh sự quán | office=diplomatic amenity=embassy
customs_office | Customs | Hải quan | amenity=customs office=customs
military_site | Military site | Khu quân sự | military=base military=*
`,
  worship: `
buddhist_temple | Buddhist temple | Chùa | building=temple
  amenity=place_of_worship+religion=buddhist
church | Church | Nhà thờ | building=church building=cathedral building=chapel
  amenity=place_of_worship+religion=christian
mosque | Mosque | Thánh đường Hồi giáo | building=mosque amenity=place_of_worship+religion=muslim
hindu_temple | Hindu temple | Đền Hindu | building=hindu_temple
  amenity=place_of_worship+religion=hindu
place_of_worship | Temple or shrine | Đình, đền, miếu | amenity=place_of_worship
  historic=wayside_shrine
monastery | Monastery | Tu viện | amenity=monastery historic=monastery
cemetery | Cemetery | Nghĩa trang | landuse=cemetery amenity=grave_yard
`,
  sights: `
tourist_attraction | Tourist attraction | Điểm tham quan | tourism=attraction tourism=yes tourism=*
museum | Museum | Bảo tàng | tourism=museum
art_gallery | Art gallery | Phòng tranh | tourism=gallery
artwork | Artwork | Tác phẩm nghệ thuật | tourism=artwork amenity=fountain
viewpoint | Viewpoint | Điểm ngắm cảnh | tourism=viewpoint
visitor_center | Visitor information | Thông tin du lịch | tourism=information
historical_landmark | Historical site | Di tích lịch sử | historic=archaeological_site
  historic=ruins historic=castle historic=fort historic=city_gate historic=boundary_stone
  historic=district historic=*
monument | Monument | Đài tưởng niệm | historic=monument historic=memorial historic=tomb
  man_made=obelisk man_made=cross
zoo | Zoo | Vườn thú | tourism=zoo
aquarium | Aquarium | Thủy cung | tourism=aquarium
amusement_park | Amusement park | Công viên giải trí | tourism=theme_park
picnic_ground | Picnic ground | Khu dã ngoại | tourism=picnic_site
lighthouse | Lighthouse | Hải đăng | man_made=lighthouse
tower | Tower | Tháp | man_made=tower man_made=*
plaza | Square | Quảng trường | place=square
`,
  leisure: `
park | Park | Công viên | leisure=park leisure=common leisure=dog_park
garden | Garden | Vườn | leisure=garden
playground | Playground | Sân chơi | leisure=playground leisure=indoor_play
sports_complex | Sports center | Trung tâm thể thao | leisure=sports_centre leisure=sports_hall
  leisure=track leisure=*
fitness_center | Gym | Phòng tập gym | leisure=fitness_centre leisure=fitness_station
stadium | Stadium | Sân vận động | leisure=stadium building=stadium
swimming_pool | Swimming pool | Hồ bơi | leisure=swimming_pool leisure=swimming_area
water_park | Water park | Công viên nước | leisure=water_park
golf_course | Golf course | Sân gôn | leisure=golf_course leisure=miniature_golf
bowling_alley | Bowling alley | Bowling | leisure=bowling_alley
martial_arts_school | Martial arts school | Võ đường | amenity=dojo
fishing_spot | Fishing spot | Hồ câu cá | leisure=fishing
movie_theater | Cinema | Rạp chiếu phim | amenity=cinema
performing_arts_theater | Theater | Nhà hát | amenity=theatre
karaoke | Karaoke | Karaoke | amenity=karaoke_box amenity=karaoke shop=karaoke leisure=karaoke
video_arcade | Game center | Khu trò chơi | leisure=amusement_arcade leisure=adult_gaming_centre
  leisure=escape_game
casino | Casino | Sòng bạc | amenity=casino amenity=gambling
community_center | Community center | Nhà văn hóa | amenity=community_centre amenity=social_centre
cultural_center | Arts center | Trung tâm văn hóa nghệ thuật | amenity=arts_centre
event_venue | Event venue | Trung tâm tiệc cưới, sự kiện | amenity=events_venue
convention_center | Convention center | Trung tâm hội nghị, triển lãm | amenity=conference_centre
  amenity=exhibition_centre
`,
  nature: `
beach | Beach | Bãi biển | natural=beach
mountain_peak | Mountain peak | Đỉnh núi | natural=peak natural=volcano natural=rock
mountain_pass | Mountain pass | Đèo | natural=saddle mountain_pass=yes
cave | Cave | Hang động | natural=cave_entrance
waterfall | Waterfall | Thác nước | waterway=waterfall
hot_spring | Spring | Suối, suối nước nóng | natural=hot_spring natural=spring
lake | Lake or pond | Hồ, ao | natural=water
dam | Dam | Đập nước | waterway=dam waterway=*
bay | Bay | Vịnh | natural=bay natural=strait
cape | Cape | Mũi đất | natural=cape natural=peninsula
island | Island | Đảo | place=island place=islet place=archipelago
reef | Reef | Đá ngầm, rạn san hô | natural=reef natural=*
national_park | National park or reserve | Vườn quốc gia, khu bảo tồn | boundary=national_park
  boundary=protected_area leisure=nature_reserve
`,
  places: `
apartment_building | Apartment building | Chung cư | building=apartments building=dormitory
housing_complex | Residential area | Khu dân cư | landuse=residential building=residential
  building=house
building | Building | Tòa nhà | building=yes building=*
locality | Locality | Địa danh | place=locality place=plot place=* landuse=*
point_of_interest | Point of interest | Địa điểm khác | amenity=yes amenity=shelter amenity=*
`,
}
